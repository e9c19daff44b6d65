describe("pii", function()
  local function hides(text) return frame { { type = "Label", id = "it", text = text } }:plan() end

  it("hides what has a form", function()
    for _, text in ipairs {
      "Write to ada@example.org", "+44 20 7946 0958", "4111 1111 1111 1111", "GB82 WEST 1234 5698 7654 32", "219-09-9999",
      "742 Evergreen Terrace\nSpringfield, IL 62704",
    } do
      expect(hides(text)):hides "#it":with { text = "Redacted", rule = "personal data" }
    end
  end)

  it("knows no meaning: names and streets stay", function()
    for _, text in ipairs { "Ada Lovelace", "12 St James's Square", "Order 4111" } do
      expect(hides(text)):hides_nothing()
    end
  end)

  it("hides texts of views that are named for a person's data, and what only has such a name", function()
    local plan = frame {
      { type = "TextView", id = "com.example:id/nav_user_name", text = "Ada L." },
      { type = "TextView", id = "com.example:id/addressExact", text = "12 St James's Square" },
      { type = "Label", id = "billing-birthDate", text = "10 December" },
      { type = "Stack", id = "addressRow", children = { { type = "Image", id = "pin" } } },
    }:plan()
    expect(plan):hides "#nav_user_name":hides "#addressExact":hides '[id$="birthDate"]':with {
      rule = "named for personal data",
    }
    expect(plan):shows "#pin"
  end)

  it("reads label, value and placeholder as well", function()
    local plan = frame {
      { type = "Image", id = "label", label = "ada@example.org" },
      { type = "Cell", id = "value", value = "ada@example.org" },
      { type = "TextField", id = "placeholder", placeholder = "ada@example.org", secure = false },
    }:plan()
    expect(plan):hides "#label":hides "#value":hides "#placeholder"
  end)

  it("hides fields that say what they are filled in with", function()
    local plan = frame {
      { type = "input", id = "number", autocomplete = "cc-number", secure = false },
      { type = "input", id = "street", autocomplete = "shipping street-address", secure = false },
      { type = "input", id = "search", autocomplete = "off", secure = false },
    }:plan()
    expect(plan):hides "#number":hides "#street":shows "#search"
  end)
end)
