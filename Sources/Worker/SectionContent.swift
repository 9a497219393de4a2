import JSONCore
import SectionModel

extension Section {
    /// What readers get as `content`.
    ///
    /// `{"title": …, "items": [{"identity", "occurrence", "title", "image", "plays", "action", "raw"}]}`; what an item has
    /// not is null, and `raw` is the item as it came.
    var contentJSON: String {
        var bytes: [UInt8] = Array(#"{"title":"#.utf8)
        bytes.appendJSON(title)
        bytes.append(contentsOf: #","items":["#.utf8)
        for (position, item) in items.enumerated() {
            if position > 0 { bytes.append(UInt8(ascii: ",")) }
            item.append(to: &bytes)
        }
        bytes.append(contentsOf: "]}".utf8)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Item {
    fileprivate func append(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: #"{"identity":"#.utf8)
        bytes.appendJSON(identity)
        bytes.append(contentsOf: #","occurrence":\#(occurrence),"title":"#.utf8)
        bytes.appendJSON(title)
        bytes.append(contentsOf: #","image":"#.utf8)
        bytes.appendJSON(image)
        bytes.append(contentsOf: #","plays":\#(plays.map { String($0) } ?? "null"),"action":"#.utf8)
        bytes.appendJSON(action)
        bytes.append(contentsOf: #","raw":"#.utf8)
        bytes.append(contentsOf: json.utf8)
        bytes.append(UInt8(ascii: "}"))
    }
}

extension [UInt8] {
    fileprivate mutating func appendJSON(_ text: String?) {
        if let text { JSONText.append(text, to: &self) } else { append(contentsOf: "null".utf8) }
    }
}
