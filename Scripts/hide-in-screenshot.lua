--- Hide in screenshot: a view that carries the mark does not appear; the layout keeps its space.
--
-- The background goes on where the view was, and everything around it stays visible. Give it before rules of your own:
-- scrim redact recording/ --rules hide-in-screenshot --rules bank.lua --output redacted/
return {
  name = "hide-in-screenshot",
  hide = {
    { "[hide_in_screenshot]", style = "erase", name = "hide in screenshot" },
  },
}
