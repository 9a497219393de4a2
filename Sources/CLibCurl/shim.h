#pragma once

// The type checks of curl's header are macros around the variadic calls; the doors below are typed already.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <netinet/in.h>
#include <string.h>

// curl_easy_setopt is variadic, which Swift cannot call. One door for each type of value it takes.

static inline CURLcode curl_door_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_door_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_door_set_string(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode curl_door_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}

// Bytes, not text: COPYPOSTFIELDS takes the length from POSTFIELDSIZE, which must be set first.
static inline CURLcode curl_door_set_body(CURL *easy, const void *bytes, curl_off_t count) {
    CURLcode result = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, count);
    if (result != CURLE_OK) return result;
    return curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes);
}

// A callback and its context are two variadic calls; each pair is set by one door, with the callback's own type.

static inline CURLcode curl_door_on_header(CURL *easy, curl_write_callback receive, void *context) {
    CURLcode result = curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
    if (result != CURLE_OK) return result;
    return curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, receive);
}

static inline CURLcode curl_door_on_body(CURL *easy, curl_write_callback receive, void *context) {
    CURLcode result = curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
    if (result != CURLE_OK) return result;
    return curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
}

static inline CURLcode curl_door_on_open_socket(CURL *easy, curl_opensocket_callback open, void *context) {
    CURLcode result = curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
    if (result != CURLE_OK) return result;
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open);
}

static inline CURLcode curl_door_on_request(CURL *easy, curl_prereq_callback decide, void *context) {
    CURLcode result = curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
    if (result != CURLE_OK) return result;
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, decide);
}

// curl_easy_getinfo is variadic too; one door for each type of answer. An unknown answer is 0 or NULL.

static inline long curl_door_get_long(CURL *easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline curl_off_t curl_door_get_offset(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : 0;
}

static inline const char *curl_door_get_string(CURL *easy, CURLINFO info) {
    const char *value = NULL;
    return curl_easy_getinfo(easy, info, &value) == CURLE_OK ? value : NULL;
}

static inline void *curl_door_get_private(CURL *easy) {
    char *value = NULL;
    return curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value) == CURLE_OK ? value : NULL;
}

// curl_multi_setopt is variadic.
static inline CURLMcode curl_door_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

// The result sits in a union, which Swift would let be read as a pointer.
static inline CURLcode curl_door_message_result(const CURLMsg *message) {
    return message->data.result;
}

// CURL_GLOBAL_DEFAULT is an expression of macros, which Swift does not import.
static inline CURLcode curl_door_global_init(void) {
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

// libcurl's storage behind `addr` is longer than the `struct sockaddr` that Swift would copy out of it.
// Writes the address in network order; answers 4, 16, or 0 for a family that is neither IPv4 nor IPv6.
static inline int curl_door_address_bytes(const struct curl_sockaddr *address, unsigned char bytes[16]) {
    if (address->family == AF_INET) {
        memcpy(bytes, &((const struct sockaddr_in *)&address->addr)->sin_addr, 4);
        return 4;
    }
    if (address->family == AF_INET6) {
        memcpy(bytes, &((const struct sockaddr_in6 *)&address->addr)->sin6_addr, 16);
        return 16;
    }
    return 0;
}
