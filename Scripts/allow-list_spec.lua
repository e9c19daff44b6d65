describe("allow-list", function()
  local screen = frame {
    { type = "Label", id = "label", text = "Ada" },
    { type = "Image", id = "described", label = "Ada at the sea" },
    { type = "TextField", id = "empty", placeholder = "Search", secure = false },
    { type = "Image", id = "picture" },
    { type = "Label", id = "blank", text = "" },
    { type = "Button", id = "button", text = "Send", children = { { type = "Label", id = "title", text = "Send" } } },
    { type = "TextField", id = "pin", secure = true },
  }

  it("hides whatever has a text, a label, a value or a placeholder", function()
    local plan = screen:plan()
    expect(plan):hides "#label":hides "#described":hides "#empty":hides "#button":hides "#pin"
    expect(plan):shows "#picture":shows "#blank"
  end)

  it("is extended by a file behind it", function()
    rules("allow-list.lua", { source = 'return { show = { "Button" } }' })
    local plan = screen:plan()
    expect(plan):shows "#button":shows "#title"
    expect(plan):hides "#label":hides "#pin"
  end)

  it("covers the background", function()
    expect(frame { app = "background" }:plan()):covers()
  end)
end)
