/// RFC 6570 §2: URI templates.
extension Format {
    static func isURITemplate(_ text: ByteRun) -> Bool {
        var text = text
        while let scalar = text.takeScalar() {
            switch scalar {
            case "{": guard takeExpression(&text) else { return false }
            case "%": guard text.takeHexPair() else { return false }
            default: guard isLiteral(scalar) else { return false }
            }
        }
        return true
    }

    /// The apostrophe is one by erratum 6937.
    private static func isLiteral(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\0"..." ", "\"", "%", "<", ">", "\\", "^", "`", "{"..."}", "\u{7F}": false
        default: scalar.isASCII || scalar.isInternational || scalar.isPrivate
        }
    }

    /// What stands behind an opening brace.
    private static func takeExpression(_ text: inout ByteRun) -> Bool {
        switch text.first {
        case "+", "#", ".", "/", ";", "?", "&", "=", ",", "!", "@", "|": text.drop(1)
        default: break
        }
        repeat {
            guard takeVariable(&text) else { return false }
        } while text.take(",")
        return text.take("}")
    }

    private static func takeVariable(_ text: inout ByteRun) -> Bool {
        repeat {
            guard takeNamePart(&text) else { return false }
        } while text.take(".")
        if text.take(":") {
            let length = text.take(upTo: 4) { $0.isDigit }
            return !length.isEmpty && length.first != "0"
        }
        _ = text.take("*")
        return true
    }

    /// One or more characters of a variable's name.
    private static func takeNamePart(_ text: inout ByteRun) -> Bool {
        let before = text.count
        repeat {
            _ = text.take { $0.isLetter || $0.isDigit || $0 == "_" }
            guard text.take("%") else { return text.count < before }
        } while text.takeHexPair()
        return false
    }
}

extension ByteRun {
    /// The two digits behind a percent sign.
    mutating func takeHexPair() -> Bool {
        guard let high = self[0], let low = self[1], high.isHexDigit, low.isHexDigit else { return false }
        drop(2)
        return true
    }
}
