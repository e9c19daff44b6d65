--- What applies where no rules are given: the floor with a look of its own, hide in screenshot, the privacy screen.
--
-- Secure views are hidden whatever any rules say; here they get a plain mask. Views that are marked for it vanish
-- with their background continued, as in a screenshot. While the app is in the background the frame is covered.
return {
  name = "default",
  hide = {
    { "[secure]", name = "secure" },
    { "[hide_in_screenshot]", style = "erase", name = "hide in screenshot" },
  },
  cover = { on = "background" },
}
