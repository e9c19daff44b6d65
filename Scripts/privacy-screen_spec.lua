describe("privacy-screen", function()
  it("covers from the moment at which the app resigns active", function()
    for _, event in ipairs { "application.willResignActive", "scene.didEnterBackground", "scene.didDisconnect" } do
      expect(frame { events = { event } }:plan()):covers():with { text = "Content hidden to protect your privacy" }
    end
  end)

  it("does not cover an active app, nor one of which nothing is known", function()
    expect(frame {}:plan()):hides_nothing()
    expect(frame { app = "active" }:plan()):hides_nothing()
  end)

  it("covers one scene's windows, where windows say whose they are", function()
    local plan = frame {
      scenes = { left = "background", right = "active" },
      { type = "Window", id = "l", scene = "left", bounds = { 0, 0, 195, 844 } },
      { type = "Window", id = "r", scene = "right", bounds = { 195, 0, 195, 844 } },
    }:plan()
    expect(plan):hides "#l":shows "#r"
    expect.never(plan):covers()
  end)
end)
