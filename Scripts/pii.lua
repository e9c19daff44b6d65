--- Personal data by its form: mail addresses, telephone numbers, cards, accounts, and keys to something.
--
-- A recognizer knows a form, not a meaning: a name or a street has none, so this is a net under rules of your own, not
-- in place of them. Fields that say for what a browser or a keyboard may fill them in are hidden, too.
return {
  name = "pii",
  hide = {
    {
      find = { "email", "phone", "credit_card", "iban", "us_ssn", "jwt", "api_key" },
      text = "Redacted",
      name = "personal data",
    },
    {
      '[autocomplete^="cc-"], [autocomplete~="name"], [autocomplete~="given-name"], [autocomplete~="family-name"],'
        .. '[autocomplete~="email"], [autocomplete^="tel"], [autocomplete^="address"], [autocomplete~="street-address"],'
        .. '[autocomplete~="postal-code"], [autocomplete^="bday"], [autocomplete$="password"],'
        .. '[autocomplete~="one-time-code"], [autofillHints], [textContentType]',
      text = "Redacted",
      name = "filled-in personal data",
    },
  },
}
