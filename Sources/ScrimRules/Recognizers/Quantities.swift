/// Recognizers of days and of sums of money.
extension Recognizer {
  static let date = Recognizer(
    "date", "a day: 2024-01-31, 31.1.2024, 1/31/24, 31 January 2024, Jan 31, 2024",
    #"(?i)(?<![\p{L}\p{N}_.,/:-])(?:"#
      + #"(?:1[5-9]|2[01])\d{2}([-/.])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])"#
      + #"|(?:0?[1-9]|[12]\d|3[01])([-/.])(?:0?[1-9]|1[0-2])\2(?:(?:1[5-9]|2[01])\d{2}|\d{2})"#
      + #"|(?:0?[1-9]|1[0-2])([-/.])(?:0?[1-9]|[12]\d|3[01])\3(?:(?:1[5-9]|2[01])\d{2}|\d{2})"#
      + #"|(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|\.|º)?[ \x{A0}-](?:of |de )?"# + months
      + #"\.?,?[ \x{A0}-](?:de )?(?:\d{4}|'?\d{2})"#
      + #"|"# + months + #"\.?[ \x{A0}](?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th)?,?[ \x{A0}](?:\d{4}|'\d{2})"#
      + #"|\d{4}\x{5E74} ?\d{1,2}\x{6708} ?\d{1,2}\x{65E5}"#
      + #")(?![\p{L}\p{N}_]|[-/.]\d)"#)

  static let amount = Recognizer(
    "amount", "a number with a currency, or one with grouped thousands and two decimals",
    #"(?<![\p{L}\p{N}_])(?:"#
      + #"(?:"# + currency + #")[ \x{A0}\x{202F}]?[-+\x{2212}]?"# + number
      + #"|[-+\x{2212}]?"# + number + #"[ \x{A0}\x{202F}]?(?:"# + currency + #")(?![\p{L}\p{N}_])"#
      + #"|\d{1,3}(?:[,.' \x{A0}\x{2019}\x{202F}]\d{3})+[.,]\d{2}(?![\d.,]*\d)"#
      + #")"#)

  /// English in full and short, and the months of German, French, Spanish and Italian.
  private static let months =
    #"(?:jan(?:uary|uar|\x{E1}|vier)?|j\x{E4}nner|feb(?:ruary|ruar|rero|braio)?|f\x{E9}vrier|mar(?:ch|s|zo)?|m\x{E4}rz|apr(?:il|ile)?|abril|avril"#
    + #"|ma[iy](?:o)?|maggio|jun(?:e|i|io)?|juin|giugno|jul(?:y|i|io)?|juillet|luglio|aug(?:ust)?|ao\x{FB}t|agosto"#
    + #"|sep(?:t|tember|tembre|tiembre)?|settembre|o[ck]t(?:ober|obre|ubre)?|ottobre|nov(?:ember|embre|iembre)?"#
    + #"|de[cz](?:ember|embre)?|d\x{E9}cembre|dic(?:iembre|embre)?|enero|gennaio)"#

  /// Signs, and the codes of ISO 4217 that are traded most.
  private static let currency =
    #"\p{Sc}|kr\.?|z\x{142}|K\x{10D}|Fr\.|CHF|EUR|USD|GBP|JPY|CNY|RMB|AUD|CAD|NZD|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY"#
    + #"|ILS|INR|KRW|SGD|HKD|TWD|THB|MYR|IDR|PHP|VND|ZAR|BRL|MXN|ARS|CLP|COP|RUB|UAH|AED|SAR|EGP|NGN|KES|BTC|ETH"#

  private static let number = #"\d+(?:[,.' \x{A0}\x{2019}\x{202F}]\d+)*"#
}
