#pragma once

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>

// MHD_start_daemon is variadic, which Swift cannot call, and takes the address as a struct sockaddr.
// `address` is IPv4 text; NULL is returned (errno set) when it is not, or when the daemon cannot start.
static inline struct MHD_Daemon *mhd_door_start(
    const char *address, uint16_t port, unsigned int connection_limit, unsigned int idle_seconds,
    MHD_AccessHandlerCallback handle, MHD_RequestCompletedCallback completed, void *context) {
    struct sockaddr_in place;
    memset(&place, 0, sizeof place);
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    if (inet_pton(AF_INET, address, &place.sin_addr) != 1) return NULL;
    return MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, port, NULL, NULL, handle, context,
        MHD_OPTION_NOTIFY_COMPLETED, completed, context, MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&place,
        MHD_OPTION_CONNECTION_LIMIT, connection_limit, MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_END);
}

// MHD_get_daemon_info is variadic and answers with a union.
static inline uint16_t mhd_door_port(struct MHD_Daemon *daemon) {
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    return info == NULL ? 0 : info->port;
}

// MHD_get_connection_info is variadic and answers with a union; the port tells connections of one client apart.
static inline uint16_t mhd_door_client_port(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info == NULL || info->client_addr->sa_family != AF_INET) return 0;
    return ntohs(((const struct sockaddr_in *)info->client_addr)->sin_port);
}

// MHD_SIZE_UNKNOWN and the reader's end marks are casts in macros, which Swift does not import.
static inline ssize_t mhd_door_end_with_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }
static inline ssize_t mhd_door_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }
