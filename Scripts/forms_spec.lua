describe("forms", function()
  it("hides what is typed, secure or not, and leaves the captions", function()
    local plan = frame {
      { type = "Label", id = "caption", text = "E-mail" },
      { type = "UITextField", id = "mail", text = "ada@example.org", secure = false },
      { type = "android.widget.EditText", id = "note", text = "Tuesday", secure = false },
      { type = "textarea", id = "area", text = "long", secure = false },
      { type = "Button", id = "send", text = "Send" },
    }:plan()
    for _, id in ipairs { "#mail", "#note", "#area" } do
      expect(plan):hides(id):with { style = "card", text = "Input", rule = "typed" }
    end
    expect(plan):shows "#caption":shows "#send"
  end)

  it("hides what is chosen", function()
    local plan = frame {
      { type = "Spinner", id = "country", children = { { type = "Label", id = "chosen", text = "Norway" } } },
      { type = "div", id = "box", role = "checkbox" },
      { type = "Switch", id = "switch" },
      { type = "div", id = "plain" },
    }:plan()
    expect(plan):hides "#chosen":with { text = "Choice" }
    expect(plan):hides "#box":hides "#switch":with { text = false }
    expect(plan):shows "#plain"
  end)
end)
