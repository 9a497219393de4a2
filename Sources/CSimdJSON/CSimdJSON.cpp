#include "CSimdJSON.h"

// Debian builds the library with threads; the class layout in the header must match it.
#define SIMDJSON_THREADS_ENABLED 1
#include <simdjson.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <random>
#include <vector>

using simdjson::dom::document;
using simdjson::dom::parser;

struct fk_json {
    const uint64_t *tape = nullptr;
    const uint8_t *strings = nullptr;
    document parsed;                    // Owns both of a large text,
    std::unique_ptr<uint64_t[]> packed; // and this those of a small one.

    // The text stands behind it.
    uint8_t *source() { return reinterpret_cast<uint8_t *>(this + 1); }
};

namespace {

// One parser a thread: its structural index is the costliest allocation of a small parse. A large one is given back.
constexpr size_t largest_kept_parser = 4 << 20;
thread_local parser thread_parser;

// simdjson allocates for the worst case, ten bytes for each of the text. What a small text came to is copied from here, so that
// it takes no more memory than it needs, stands in one piece, and costs one allocation.
constexpr size_t largest_packed_text = 16 << 10;
thread_local document thread_document;

// The text whose tokens were found last.
thread_local struct {
    std::unique_ptr<uint8_t[]> bytes;
    size_t capacity = 0;
} thread_text;

bool make_room(size_t size, size_t max_depth) {
    parser &parser = thread_parser;
    if (parser.capacity() >= size && parser.max_depth() == max_depth) { return true; }
    return parser.allocate(size, max_depth) == simdjson::SUCCESS;
}

void drop_large_parser() {
    if (thread_parser.capacity() > largest_kept_parser) { thread_parser = parser(); }
}

bool copy_text(const uint8_t *bytes, size_t length) {
    if (thread_text.capacity < length) {
        thread_text.capacity = 0;
        thread_text.bytes.reset(new (std::nothrow) uint8_t[length + FK_JSON_TEXT_PADDING]);
        if (!thread_text.bytes) { return false; }
        thread_text.capacity = length;
    }
    std::memcpy(thread_text.bytes.get(), bytes, length);
    std::memset(thread_text.bytes.get() + length, 0, FK_JSON_TEXT_PADDING);
    return true;
}

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

constexpr uint64_t payload_mask = 0x00FFFFFFFFFFFFFFu;

struct Key {
    const uint8_t *bytes;
    uint32_t length;

    explicit Key(const uint8_t *entry) : bytes(entry + sizeof(uint32_t)) { std::memcpy(&length, entry, sizeof length); }

    // Of length, first eight and last eight bytes, without a branch. The string buffer may be read past a short key: each
    // string is preceded by its length and followed by NUL, and simdjson allocates padding behind the last.
    uint64_t fingerprint() const {
        return (head() ^ (tail() * 0xD6E8FEB86659FD93u) ^ length) * 0x9E3779B97F4A7C15u;
    }

    // Of the whole key.
    uint64_t hash() const {
        uint64_t hash = mix(head() ^ seeds[0], tail() ^ (seeds[1] + length));
        for (size_t at = 8; at + 8 < length; at += 8) { hash = mix(hash ^ load8(bytes + at), seeds[1]); }
        return hash;
    }

    bool operator==(const Key &other) const {
        return length == other.length && std::memcmp(bytes, other.bytes, length) == 0;
    }

  private:
    uint64_t mask() const { return length < 8 ? (uint64_t(1) << (8 * length)) - 1 : ~uint64_t(0); }
    uint64_t head() const { return load8(bytes) & mask(); }
    uint64_t tail() const { return load8(bytes + (length > 8 ? length - 8 : 0)) & mask(); }
};

// Finds equal keys in the objects of one tape. In an object of few members two sets of 64 hash values say of nearly every
// key that it is new, and keys that they do not tell apart are compared. In larger ones each is looked up in a hash table.
class DuplicateKeySearch {
  public:
    bool finds_one(const uint64_t *new_tape, const uint8_t *new_strings) {
        tape = new_tape;
        strings = new_strings;
        size_t end = size_t(tape[0] & payload_mask) - 1;
        for (size_t at = 1; at < end;) {
            switch (tape[at] >> 56) {
            case '{':
                if (has_duplicates(at)) { return true; }
                at = unseen;
                break;
            case 'l':
            case 'u':
            case 'd': at += 2; break;
            default: at++;
            }
        }
        return false;
    }

  private:
    static constexpr size_t few = 24;
    static constexpr size_t most_kept_slots = 1 << 16;
    struct Slot {
        uint64_t hash;
        size_t key; // On the tape; 0 for an empty slot, since no key stands there.
    };
    const uint64_t *tape = nullptr;
    const uint8_t *strings = nullptr;
    size_t unseen = 0; // The first container in the last object that was searched, or its end.
    std::vector<Slot> slots;

    Key key(size_t at) const { return Key(strings + (tape[at] & payload_mask)); }

    size_t behind(size_t value) const {
        switch (tape[value] >> 56) {
        case '{':
        case '[': return size_t(tape[value] & 0xFFFFFFFFu);
        case 'l':
        case 'u':
        case 'd': return value + 2;
        default: return value + 1;
        }
    }

    bool has_duplicates(size_t open) {
        size_t members = size_t(tape[open] >> 32) & 0xFFFFFF;
        return members > few ? many_have_duplicates(open, members) : few_have_duplicates(open);
    }

    bool few_have_duplicates(size_t open) {
        uint64_t seen = 0;
        uint64_t seen_too = 0;
        size_t close = behind(open) - 1;
        unseen = close;
        for (size_t at = open + 1; at < close;) {
            uint64_t print = key(at).fingerprint();
            uint64_t bit = uint64_t(1) << (print >> 58);
            uint64_t other_bit = uint64_t(1) << ((print >> 52) & 63);
            if ((seen & bit) && (seen_too & other_bit) && is_among(open + 1, at)) { return true; }
            seen |= bit;
            seen_too |= other_bit;
            size_t next = behind(at + 1);
            if (next > at + 3 && unseen == close) { unseen = at + 1; }
            at = next;
        }
        return false;
    }

    // Whether the key there equals one of the same object from `first` on.
    bool is_among(size_t first, size_t at) const {
        for (size_t earlier = first; earlier < at; earlier = behind(earlier + 1)) {
            if (key(earlier) == key(at)) { return true; }
        }
        return false;
    }

    bool many_have_duplicates(size_t open, size_t members) {
        size_t close = behind(open) - 1;
        unseen = open + 1;
        // The tape counts no further than this; a member takes two words at least.
        if (members == 0xFFFFFF) { members = (close - open) / 2; }
        size_t capacity = 1;
        while (capacity < 2 * members) { capacity *= 2; }
        slots.assign(capacity, Slot{0, 0});
        for (size_t at = open + 1; at < close; at = behind(at + 1)) {
            uint64_t hash = key(at).hash();
            size_t slot = (hash >> 32) & (capacity - 1);
            for (; slots[slot].key != 0; slot = (slot + 1) & (capacity - 1)) {
                if (slots[slot].hash == hash && key(slots[slot].key) == key(at)) { return true; }
            }
            slots[slot] = {hash, at};
        }
        if (capacity > most_kept_slots) { slots = {}; }
        return false;
    }
};

thread_local DuplicateKeySearch thread_search;

} // namespace

namespace {

int result_of(simdjson::error_code error) {
    if (error == simdjson::MEMALLOC || error == simdjson::CAPACITY) { return FK_JSON_NO_MEMORY; }
    return error == simdjson::SUCCESS ? FK_JSON_PARSED : FK_JSON_REFUSED;
}

int parse(fk_json *json, document &parsed, size_t offset, size_t size, size_t max_depth) {
    if (!make_room(size, max_depth)) { return FK_JSON_NO_MEMORY; }
    auto error = thread_parser.parse_into_document(parsed, json->source() + offset, size, false).error();
    drop_large_parser();
    json->tape = parsed.tape.get();
    json->strings = parsed.string_buf.get();
    return result_of(error);
}

// Copies tape and strings of a text of that size.
bool pack(fk_json *json, size_t size) {
    size_t words = size_t(json->tape[0] & payload_mask);
    // A string has four bytes of length and a NUL in place of its quotes; the shortest has a comma, too. Behind the last one may be read.
    size_t bytes = std::min(size + 3 * words, 5 * (size + 1) / 3) + sizeof(uint64_t);
    size_t all = words + (bytes + sizeof(uint64_t) - 1) / sizeof(uint64_t);
    json->packed.reset(new (std::nothrow) uint64_t[all]);
    if (!json->packed) { return false; }
    std::memcpy(json->packed.get(), json->tape, words * sizeof(uint64_t));
    std::memcpy(json->packed.get() + words, json->strings, bytes);
    json->tape = json->packed.get();
    json->strings = reinterpret_cast<const uint8_t *>(json->packed.get() + words);
    return true;
}

} // namespace

fk_json *fk_json_new(size_t length) {
    void *memory = std::malloc(sizeof(fk_json) + length + simdjson::SIMDJSON_PADDING);
    if (!memory) { return nullptr; }
    auto json = new (memory) fk_json;
    std::memset(json->source() + length, 0, simdjson::SIMDJSON_PADDING);
    return json;
}

void fk_json_free(fk_json *json) {
    json->~fk_json();
    std::free(json);
}

uint8_t *fk_json_source(fk_json *json) { return json->source(); }

int fk_json_parse_only(fk_json *json, size_t offset, size_t length, size_t max_depth) {
    return parse(json, json->parsed, offset, length - offset, max_depth);
}

int fk_json_parse(fk_json *json, size_t offset, size_t length, size_t max_depth) {
    size_t size = length - offset;
    bool is_small = size <= largest_packed_text;
    int result = parse(json, is_small ? thread_document : json->parsed, offset, size, max_depth);
    if (result != FK_JSON_PARSED) { return result; }
    if (thread_search.finds_one(json->tape, json->strings)) { return FK_JSON_DUPLICATE_KEYS; }
    return !is_small || pack(json, size) ? FK_JSON_PARSED : FK_JSON_NO_MEMORY;
}

const uint64_t *fk_json_tape(const fk_json *json) { return json->tape; }

const uint8_t *fk_json_strings(const fk_json *json) { return json->strings; }

int fk_json_find_tokens(const uint8_t *bytes, size_t length, fk_json_tokens *found) {
    if (length == 0) { return FK_JSON_REFUSED; }
    if (!make_room(length, thread_parser.max_depth()) || !copy_text(bytes, length)) { return FK_JSON_NO_MEMORY; }
    const uint8_t *text = thread_text.bytes.get();
    auto &indexer = *thread_parser.implementation;
    if (indexer.stage1(text, length, simdjson::stage1_mode::regular) != simdjson::SUCCESS) { return FK_JSON_REFUSED; }
    uint32_t *places = indexer.structural_indexes.get();
    size_t count = indexer.n_structural_indexes;
    // There is room for them: simdjson writes behind the last place itself.
    places[count] = places[count + 1] = uint32_t(length);
    auto first = static_cast<const uint8_t *>(std::memchr(text, '\\', length));
    *found = {text, places, count, first ? size_t(first - text) : length};
    return FK_JSON_PARSED;
}

uint8_t *fk_json_unescape(const uint8_t *string, uint8_t *buffer) {
    return thread_parser.implementation->parse_string(string, buffer);
}

void fk_json_end_tokens(void) {
    drop_large_parser();
    if (thread_text.capacity > largest_kept_parser) {
        thread_text.bytes.reset();
        thread_text.capacity = 0;
    }
}
