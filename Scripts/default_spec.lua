describe("default", function()
  local screen = frame {
    { type = "TextField", id = "pin", secure = true, text = "hunter2" },
    { type = "EditText", id = "unsaid", secure = false, text = "Ada" },
    { type = "Image", id = "photo", hide_in_screenshot = true },
    { type = "Label", id = "title", text = "Welcome" },
  }

  it("hides secure views by a plain mask, whatever their label says", function()
    expect(screen:plan()):hides "#pin":with { style = "solid", text = false, rule = "secure" }
  end)

  it("lets marked views vanish", function()
    expect(screen:plan()):hides "#photo":with { style = "erase" }
  end)

  it("leaves all else", function()
    expect(screen:plan()):shows "#title":shows "#unsaid"
  end)

  it("covers the background, and not the way there", function()
    expect(frame { events = { "scene.didEnterBackground" } }:plan()):covers()
    expect.never(frame { app = "inactive" }:plan()):covers()
  end)

  it("uncovers what comes back", function()
    expect(frame { events = { { name = "scene.didEnterBackground", scene = "main" } } }:plan()):covers()
    expect.never(frame { events = { { name = "scene.didBecomeActive", scene = "main" } } }:plan()):covers()
  end)
end)
