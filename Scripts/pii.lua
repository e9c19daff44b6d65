--- Personal data by its form: mail addresses, telephone numbers, cards, accounts, and keys to something.
--
-- A recognizer knows a form, not a meaning: a name or a street has none, so this is a net under rules of your own, not
-- in place of them. Fields that say for what a browser or a keyboard may fill them in are hidden, too, and texts whose
-- view is named for a person's name, address or birthday.

-- The last line of an address in the United States: "Springfield, IL 62704".
scrim.recognizer { name = "us_address", pattern = [[\b\p{Lu}[\p{L}.' -]{1,40}, ?[A-Z]{2} \d{5}(?:-\d{4})?\b]] }

return {
  name = "pii",
  hide = {
    {
      find = { "email", "phone", "credit_card", "iban", "us_ssn", "us_address", "jwt", "api_key" },
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
    {
      '[text][id*="user_name" i], [text][id*="username" i], [text][id*="full_name" i], [text][id*="fullname" i],'
        .. '[text][id*="first_name" i], [text][id*="firstname" i], [text][id*="last_name" i], [text][id*="lastname" i],'
        .. '[text][id*="account_name" i], [text][id*="address" i], [text][id*="birth" i]',
      text = "Redacted",
      name = "named for personal data",
    },
  },
}
