--- The privacy screen: while the app or a scene is in the background, or on its way there, it is covered.
--
-- Stricter than `default`, which waits until the background is reached: here the cover begins when the app resigns
-- active, so a permission dialog over the app is covered with it. For the later moment write in rules of your own:
-- cover = { on = "background" }
return {
  name = "privacy-screen",
  cover = { on = "inactive" },
}
