-- Kestrel Savings: what the ready rules cannot know about this app.
return {
  name  = "Kestrel Savings",
  style = { style = "solid", color = "#134E4A" },

  hide = {
    -- Ids and classes, as in a style sheet.
    { "#balance, .sum", text = "Amount" },
    { "#member", text = "Member" },
    { ".payee, .who", text = "Name" },
    -- Whatever people type.
    { "input", style = "card", text = "Hidden", symbol = "lock" },
  },
}
