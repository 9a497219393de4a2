extension PatternTranslation {
    /// The general categories by the long names that ECMA-262 takes and PCRE2 does not.
    static let generalCategories: [String: String] = [
        "Other": "C", "Control": "Cc", "cntrl": "Cc", "Format": "Cf", "Unassigned": "Cn", "Private_Use": "Co",
        "Surrogate": "Cs", "Letter": "L", "Cased_Letter": "L&", "LC": "L&", "Lowercase_Letter": "Ll",
        "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Titlecase_Letter": "Lt", "Uppercase_Letter": "Lu",
        "Mark": "M", "Combining_Mark": "M", "Spacing_Mark": "Mc", "Enclosing_Mark": "Me",
        "Nonspacing_Mark": "Mn",
        "Number": "N", "Decimal_Number": "Nd", "digit": "Nd", "Letter_Number": "Nl", "Other_Number": "No",
        "Punctuation": "P", "punct": "P", "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd",
        "Close_Punctuation": "Pe", "Final_Punctuation": "Pf", "Initial_Punctuation": "Pi",
        "Other_Punctuation": "Po",
        "Open_Punctuation": "Ps", "Symbol": "S", "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk",
        "Math_Symbol": "Sm", "Other_Symbol": "So", "Separator": "Z", "Line_Separator": "Zl",
        "Paragraph_Separator": "Zp", "Space_Separator": "Zs",
    ]
}
