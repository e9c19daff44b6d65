--- Allow list: every text is hidden but what rules of your own show.
--
-- For apps where nearly everything is somebody's: say what may be seen, and all else that has a text is masked. Give it
-- first and your own file behind it:
--
--     return { show = { "Button", "NavigationBar", "[role=heading]", "#help *" } }
--
--     scrim redact recording/ --rules allow-list --rules mine.lua --output redacted/
--
-- A view that is shown shows what is in it, too, but for what is secure. Hidden is what the tree says is text: pictures
-- and drawings without one stay, and need an entry of `hide`.
return {
  name = "allow-list",
  default = "hide_text",
  cover = { on = "background" },
}
