describe("hide-in-screenshot", function()
  it("erases a view that carries the mark, with all that is in it", function()
    local plan = frame {
      {
        type = "Card",
        id = "card",
        hide_in_screenshot = true,
        children = { { type = "Label", id = "number", text = "4929" } },
      },
      { type = "Card", id = "other", children = { { type = "Label", text = "4930" } } },
    }:plan()
    expect(plan):hides "#number":with { style = "erase", text = false }
    expect(plan):shows "#other"
  end)

  it("hides a secure field whatever its label says", function()
    local f = frame { { type = "TextField", id = "pin", secure = true, text = "hunter2", bounds = { 0, 0, 100, 20 } } }
    expect(f:plan()):hides "#pin"
  end)

  it("does not cover the background", function()
    expect(frame { app = "background" }:plan()):hides_nothing()
  end)
end)
