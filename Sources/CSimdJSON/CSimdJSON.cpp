#include "CSimdJSON.h"

// Debian builds the library with threads; the class layout in the header must match it.
#define SIMDJSON_THREADS_ENABLED 1
#include <simdjson.h>

#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <random>
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

uint64_t random_word() {
    std::random_device source;
    return uint64_t(source()) << 32 | source();
}

// Unknown outside, so that nobody can prepare keys that collide.
const uint64_t seeds[] = {random_word(), random_word()};

uint64_t mix(uint64_t left, uint64_t right) {
    unsigned __int128 product = static_cast<unsigned __int128>(left) * right;
    return uint64_t(product) ^ uint64_t(product >> 64);
}

struct Key {
    const uint8_t *bytes;
    uint32_t length;

    explicit Key(const uint8_t *entry) : bytes(entry + sizeof(uint32_t)) { std::memcpy(&length, entry, sizeof length); }

    // The string buffer may be read past a short key: each string is preceded by its length and followed by NUL, and
    // simdjson allocates padding behind the last.
    uint64_t fingerprint() const {
        if (length < 8) {
            return mix((load8(bytes) & ((uint64_t(1) << (8 * length)) - 1)) ^ seeds[0], seeds[1] + length);
        }
        uint64_t print = mix(load8(bytes) ^ seeds[0], load8(bytes + length - 8) ^ (seeds[1] + length));
        for (size_t at = 8; at + 8 < length; at += 8) { print = mix(print ^ load8(bytes + at), seeds[1]); }
        return print;
    }

    bool operator==(const Key &other) const {
        return length == other.length && std::memcmp(bytes, other.bytes, length) == 0;
    }
};

constexpr uint64_t payload_mask = 0x00FFFFFFFFFFFFFFu;

// Finds equal keys in the objects of one tape; each word is visited once. In an object of up to 64 keys, a bit for each
// of 512 hash values says of nearly every key that it is new; beyond, a hash table does.
class DuplicateKeySearch {
  public:
    DuplicateKeySearch(const uint64_t *tape, const uint8_t *strings) : tape(tape), strings(strings) {}

    bool finds_one() {
        visit(1);
        while (!pending.empty()) {
            size_t open = pending.back();
            pending.pop_back();
            if (tape[open] >> 56 == '{' ? object_has_duplicates(open) : (visit_elements(open), false)) { return true; }
        }
        return false;
    }

  private:
    static constexpr size_t few = 64;
    struct Slot {
        uint64_t print;
        size_t key; // On the tape; 0 for an empty slot, since no key stands there.
    };
    const uint64_t *tape;
    const uint8_t *strings;
    std::vector<size_t> pending; // Containers that were met and not yet looked into.
    std::vector<Slot> slots;

    Key key(size_t at) const { return Key(strings + (tape[at] & payload_mask)); }

    // Notes a container, and gives the index behind the value.
    size_t visit(size_t value) {
        switch (tape[value] >> 56) {
        case '{':
        case '[':
            pending.push_back(value);
            return size_t(tape[value] & 0xFFFFFFFFu);
        case 'l':
        case 'u':
        case 'd':
            return value + 2;
        default:
            return value + 1;
        }
    }

    size_t close_of(size_t open) const { return size_t(tape[open] & 0xFFFFFFFFu) - 1; }

    void visit_elements(size_t open) {
        size_t close = close_of(open);
        for (size_t at = open + 1; at < close;) { at = visit(at); }
    }

    bool object_has_duplicates(size_t open) {
        size_t count = size_t(tape[open] >> 32) & 0xFFFFFF;
        return count > few ? many_have_duplicates(open) : few_have_duplicates(open);
    }

    bool few_have_duplicates(size_t open) {
        uint64_t seen[8] = {};
        uint64_t prints[few];
        size_t keys[few];
        size_t count = 0;
        size_t close = close_of(open);
        for (size_t at = open + 1; at < close; at = visit(at + 1)) {
            uint64_t print = key(at).fingerprint();
            uint64_t bit = uint64_t(1) << (print >> 58);
            uint64_t &word = seen[(print >> 55) & 7];
            if (word & bit) {
                for (size_t i = 0; i < count; i++) {
                    if (prints[i] == print && key(keys[i]) == key(at)) { return true; }
                }
            }
            word |= bit;
            prints[count] = print;
            keys[count++] = at;
        }
        return false;
    }

    bool many_have_duplicates(size_t open) {
        size_t close = close_of(open);
        size_t capacity = 1;
        while (capacity < close - open) { capacity *= 2; } // A member takes two words at least.
        slots.assign(capacity, Slot{0, 0});
        for (size_t at = open + 1; at < close; at = visit(at + 1)) {
            uint64_t print = key(at).fingerprint();
            size_t slot = (print >> 32) & (capacity - 1);
            for (; slots[slot].key != 0; slot = (slot + 1) & (capacity - 1)) {
                if (slots[slot].print == print && key(slots[slot].key) == key(at)) { return true; }
            }
            slots[slot] = {print, at};
        }
        return false;
    }
};

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

int fk_json_parse_only(fk_json *json, size_t offset, size_t length, size_t max_depth) {
    parser &parser = thread_parser;
    size_t size = length - offset;
    if (parser.capacity() < size || parser.max_depth() != max_depth) {
        if (parser.allocate(size, max_depth) != simdjson::SUCCESS) { return FK_JSON_NO_MEMORY; }
    }
    auto error = parser.parse_into_document(json->parsed, json->source.get() + offset, size, false).error();
    if (parser.capacity() > largest_kept_parser) { parser = simdjson::dom::parser(); }
    if (error == simdjson::MEMALLOC || error == simdjson::CAPACITY) { return FK_JSON_NO_MEMORY; }
    return error == simdjson::SUCCESS ? FK_JSON_PARSED : FK_JSON_REFUSED;
}

int fk_json_parse(fk_json *json, size_t offset, size_t length, size_t max_depth) {
    int result = fk_json_parse_only(json, offset, length, max_depth);
    if (result != FK_JSON_PARSED) { return result; }
    DuplicateKeySearch search(fk_json_tape(json), fk_json_strings(json));
    return search.finds_one() ? FK_JSON_DUPLICATE_KEYS : FK_JSON_PARSED;
}

const uint64_t *fk_json_tape(const fk_json *json) { return json->parsed.tape.get(); }

const uint8_t *fk_json_strings(const fk_json *json) { return json->parsed.string_buf.get(); }
