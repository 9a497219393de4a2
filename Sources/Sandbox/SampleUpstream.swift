package import HTTPServe
import Synchronization

/// An upstream on loopback that serves given bodies as a JSON API would, or breaks as told.
///
/// Answers with a strong `ETag`, and with 304 when the client has that one. Routes can be replaced at any time;
/// a path without a route is a 404 with a JSON body.
package final class SampleUpstream: Sendable {
    /// What is wrong with a route's answers; default nothing.
    package struct Fault: Sendable, Equatable {
        /// A status to answer with instead of 200; with one other than 200 there is no 304 either.
        package var status: Int?
        /// Header fields that are added, or replace those of the same name, such as `Content-Encoding`.
        package var headers: [HTTPServeRequest.Pair] = []
        /// Bytes to send in the body's place; the `ETag` stays the body's.
        package var rawBody: [UInt8]?
        /// Delay, drip, and a declared length that is not the body's.
        package var delivery = HTTPServeDelivery()

        /// Makes a fault that changes nothing.
        package init() {}
    }

    private struct Route {
        var body: [UInt8]
        var contentType: String
        var lastModified: String?
        var fault = Fault()
        var etag: String
    }

    private final class State: Sendable {
        let routes = Mutex<[String: Route]>([:])
        let requests = Mutex<[HTTPServeRequest]>([])
    }

    /// The media type of a JSON API.
    package static let jsonType = "application/json; charset=utf-8"

    private let state: State
    private let server: HTTPServer

    /// Starts the upstream without routes.
    ///
    /// - Parameter port: the port on 127.0.0.1; 0 (default) takes a free one.
    /// - Throws: ``HTTPServeError`` when the port is not to be had.
    package init(port: UInt16 = 0) throws(HTTPServeError) {
        let state = State()
        self.state = state
        var configuration = HTTPServerConfiguration()
        configuration.port = port
        server = try HTTPServer(configuration: configuration) { Self.answer($0, state) }
    }

    /// The port it listens on.
    package var port: UInt16 { server.port }

    /// The URL of a path, which begins with `/` and may carry a query.
    package func url(_ path: String) -> String {
        "http://127.0.0.1:\(port)\(path)"
    }

    /// Serves a body at a path from now on, in place of what was there, and without its fault.
    ///
    /// - Parameters:
    ///   - body: the body's bytes, sent as they are.
    ///   - path: the path without query; the same for every method and query.
    ///   - contentType: the `Content-Type`; default JSON in UTF-8.
    ///   - lastModified: the `Last-Modified` date in HTTP's form; default none.
    package func serve(
        _ body: [UInt8],
        at path: String,
        contentType: String = jsonType,
        lastModified: String? = nil
    ) {
        let route = Route(
            body: body,
            contentType: contentType,
            lastModified: lastModified,
            etag: Self.etag(body)
        )
        state.routes.withLock { $0[path] = route }
    }

    /// Breaks a route, or mends it with `Fault()`; nothing happens for a path without a route.
    package func setFault(_ fault: Fault, at path: String) {
        state.routes.withLock { $0[path]?.fault = fault }
    }

    /// Removes a route: its path is a 404 from now on.
    package func remove(path: String) {
        state.routes.withLock { $0[path] = nil }
    }

    /// Every request so far, oldest first, those of unknown paths included.
    package var requests: [HTTPServeRequest] {
        state.requests.withLock { $0 }
    }

    /// Forgets the requests so far.
    package func forgetRequests() {
        state.requests.withLock { $0 = [] }
    }

    /// Stops the server and closes its connections.
    package func stop() {
        server.stop()
    }

    private static func answer(_ request: HTTPServeRequest, _ state: State) -> HTTPServeResponse {
        state.requests.withLock { $0.append(request) }
        guard let route = state.routes.withLock({ $0[request.path] }) else {
            return HTTPServeResponse(
                status: 404,
                headers: [.init(name: "Content-Type", value: jsonType)],
                body: Array(#"{"code":404,"message":"no such path"}"#.utf8)
            )
        }
        return answer(request, route)
    }

    private static func answer(_ request: HTTPServeRequest, _ route: Route) -> HTTPServeResponse {
        let status = route.fault.status ?? 200
        let isCurrent =
            status == 200 && request.header("If-None-Match").map { matches($0, route.etag) } ?? false
        return HTTPServeResponse(
            status: isCurrent ? 304 : status,
            headers: headers(route),
            body: isCurrent ? [] : route.fault.rawBody ?? route.body,
            delivery: route.fault.delivery
        )
    }

    private static func headers(_ route: Route) -> [HTTPServeRequest.Pair] {
        var headers: [HTTPServeRequest.Pair] = [
            .init(name: "Content-Type", value: route.contentType), .init(name: "ETag", value: route.etag),
        ]
        if let date = route.lastModified { headers.append(.init(name: "Last-Modified", value: date)) }
        let replaced = Set(route.fault.headers.map { $0.name.lowercased() })
        return headers.filter { !replaced.contains($0.name.lowercased()) } + route.fault.headers
    }

    /// Whether an `If-None-Match` list names the tag; weakly compared, as RFC 9110 §13.1.2 says.
    private static func matches(_ list: String, _ etag: String) -> Bool {
        list.split(separator: ",").contains { entry in
            let tag = entry.trimmingPrefix { $0 == " " }
            return tag == "*" || tag == etag || tag == "W/\(etag)"
        }
    }

    /// FNV-1a over the body, 64 bits: enough to tell the bodies of a test apart.
    private static func etag(_ body: [UInt8]) -> String {
        let hash = body.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return "\"\(String(hash, radix: 16))\""
    }
}
