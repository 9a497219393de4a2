#include "CSimdJSON.h"

// Debian builds the library with threads; the class layout in the header must match it.
#define SIMDJSON_THREADS_ENABLED 1
#include <simdjson.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

using simdjson::dom::document;
using simdjson::dom::parser;

struct fk_json {
    std::unique_ptr<uint8_t[]> source;
    document parsed;
};

namespace {

// One parser a thread: its structural index is the costliest allocation of a small parse. A large one is given back.
constexpr size_t largest_kept_parser = 1 << 20;
thread_local parser thread_parser;

uint64_t load8(const uint8_t *bytes) {
    uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    return word;
}

struct Key {
    const uint8_t *bytes;
    uint32_t length;

    explicit Key(const uint8_t *entry) : bytes(entry + sizeof(uint32_t)) { std::memcpy(&length, entry, sizeof length); }

    // Length, first eight and last eight bytes. The string buffer may be read past a short key: each string is
    // preceded by its length and followed by NUL, and simdjson allocates padding behind the last.
    uint64_t fingerprint() const {
        if (length < 8) {
            return (load8(bytes) & ((uint64_t(1) << (8 * length)) - 1)) * 0x9E3779B97F4A7C15u + length;
        }
        return (load8(bytes) ^ (load8(bytes + length - 8) * 0xD6E8FEB86659FD93u)) * 0x9E3779B97F4A7C15u + length;
    }

    bool operator==(const Key &other) const {
        return length == other.length && std::memcmp(bytes, other.bytes, length) == 0;
    }
};

constexpr uint64_t payload_mask = 0x00FFFFFFFFFFFFFFu;

size_t index_after(const uint64_t *tape, size_t index) {
    switch (tape[index] >> 56) {
    case '{':
    case '[':
        return size_t(tape[index] & 0xFFFFFFFFu);
    case 'l':
    case 'u':
    case 'd':
        return index + 2;
    default:
        return index + 1;
    }
}

// Finds equal keys in one object: a scan over fingerprints while they are few, a table of them beyond.
class KeySet {
  public:
    bool object_has_duplicates(const uint64_t *tape, const uint8_t *strings, size_t open) {
        size_t close = size_t(tape[open] & 0xFFFFFFFFu) - 1;
        few_count = 0;
        many_count = 0;
        for (size_t at = open + 1; at < close; at = index_after(tape, at + 1)) {
            if (!insert(Key(strings + (tape[at] & payload_mask)))) { return true; }
        }
        return false;
    }

  private:
    static constexpr size_t few = 24;
    uint64_t few_prints[few];
    const uint8_t *few_keys[few];
    size_t few_count = 0;
    struct Slot {
        uint64_t print;
        const uint8_t *key;
    };
    std::vector<Slot> slots;
    size_t many_count = 0;

    static Key key_at(const uint8_t *bytes) { return Key(bytes - sizeof(uint32_t)); }

    bool insert(const Key &key) {
        uint64_t print = key.fingerprint();
        if (many_count == 0) {
            for (size_t i = 0; i < few_count; i++) {
                if (few_prints[i] == print && key_at(few_keys[i]) == key) { return false; }
            }
            if (few_count < few) {
                few_prints[few_count] = print;
                few_keys[few_count++] = key.bytes;
                return true;
            }
            grow(4 * few);
            for (size_t i = 0; i < few_count; i++) { place(few_prints[i], few_keys[i]); }
        }
        if (2 * many_count >= slots.size()) { regrow(); }
        return place(print, key.bytes);
    }

    bool place(uint64_t print, const uint8_t *bytes) {
        size_t mask = slots.size() - 1;
        size_t at = (print >> 32) & mask;
        for (; slots[at].key != nullptr; at = (at + 1) & mask) {
            if (slots[at].print == print && key_at(slots[at].key) == key_at(bytes)) { return false; }
        }
        slots[at] = {print, bytes};
        many_count++;
        return true;
    }

    void grow(size_t at_least) {
        size_t capacity = 1;
        while (capacity < at_least) { capacity *= 2; }
        slots.assign(capacity, Slot{0, nullptr});
        many_count = 0;
    }

    void regrow() {
        std::vector<Slot> old;
        old.swap(slots);
        grow(2 * old.size());
        for (const Slot &slot : old) {
            if (slot.key != nullptr) { place(slot.print, slot.key); }
        }
    }
};

bool has_duplicate_keys(const uint64_t *tape, const uint8_t *strings) {
    size_t end = size_t(tape[0] & payload_mask);
    KeySet keys;
    for (size_t at = 1; at < end;) {
        uint64_t tag = tape[at] >> 56;
        if (tag == '{' && keys.object_has_duplicates(tape, strings, at)) { return true; }
        at += (tag == 'l' || tag == 'u' || tag == 'd') ? 2 : 1;
    }
    return false;
}

} // namespace

fk_json *fk_json_new(size_t length) {
    auto json = std::unique_ptr<fk_json>(new (std::nothrow) fk_json);
    if (!json) { return nullptr; }
    json->source.reset(new (std::nothrow) uint8_t[length + simdjson::SIMDJSON_PADDING]);
    if (!json->source) { return nullptr; }
    std::memset(json->source.get() + length, 0, simdjson::SIMDJSON_PADDING);
    return json.release();
}

void fk_json_free(fk_json *json) { delete json; }

uint8_t *fk_json_source(fk_json *json) { return json->source.get(); }

int fk_json_parse(fk_json *json, size_t offset, size_t length, size_t max_depth) {
    parser &parser = thread_parser;
    size_t size = length - offset;
    if (parser.capacity() < size || parser.max_depth() != max_depth) {
        if (parser.allocate(size, max_depth) != simdjson::SUCCESS) { return FK_JSON_NO_MEMORY; }
    }
    auto error = parser.parse_into_document(json->parsed, json->source.get() + offset, size, false).error();
    if (parser.capacity() > largest_kept_parser) { parser = simdjson::dom::parser(); }
    if (error == simdjson::MEMALLOC || error == simdjson::CAPACITY) { return FK_JSON_NO_MEMORY; }
    if (error != simdjson::SUCCESS) { return FK_JSON_REFUSED; }
    return has_duplicate_keys(fk_json_tape(json), fk_json_strings(json)) ? FK_JSON_DUPLICATE_KEYS : FK_JSON_PARSED;
}

const uint64_t *fk_json_tape(const fk_json *json) { return json->parsed.tape.get(); }

const uint8_t *fk_json_strings(const fk_json *json) { return json->parsed.string_buf.get(); }
