describe("Kestrel Savings", function()
  rules("default", "pii", "kestrel.lua")

  it("hides what its classes name", function()
    local plan = frame {
      { type = "span", id = "total", classes = "sum", text = "€ 12.00" },
      { type = "span", id = "shop", classes = "payee", text = "Corner shop" },
      { type = "h2", id = "title", text = "Recent" },
    }:plan()
    expect(plan):hides "#total":with { text = "Amount", color = "#134E4A" }
    expect(plan):hides "#shop":with { text = "Name" }
    expect(plan):shows "#title"
  end)

  it("hides the account in the recording", function()
    local plan = frame.load("kestrel", 0):plan()
    expect(plan):hides "#balance, #pan > text, #iban > text":hides "#password"
    expect(plan):hides "#email":with { style = "card", text = "Hidden" }
    expect.never(plan):covers()
  end)

  it("covers the recording while the app is in the background", function()
    expect(frame.load("kestrel", 20):plan()):covers()
    expect.never(frame.load("kestrel", 23):plan()):covers()
  end)
end)
