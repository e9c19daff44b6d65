describe("payment", function()
  it("hides cards and accounts, and the sum beside them", function()
    local plan = frame {
      {
        type = "Card",
        children = {
          { type = "Row", children = { { type = "Label", id = "iban", text = "GB82 WEST 1234 5698 7654 32" } } },
          { type = "Row", children = { { type = "Label", id = "balance", text = "€ 18,204.60" } } },
          { type = "Label", id = "owner", text = "Family account" },
        },
      },
      { type = "Shop", children = { { type = "Label", id = "price", text = "€ 12.00" } } },
    }:plan()
    expect(plan):hides "#iban":with { text = "Account" }
    expect(plan):hides "#balance":with { text = "Amount", rule = "amount" }
    expect(plan):shows "#price":shows "#owner"
  end)

  it("takes a number for a card only where its check digit is right", function()
    local plan = frame {
      { type = "Label", id = "card", label = "Visa 4111 1111 1111 1111" },
      { type = "Label", id = "order", text = "4111 1111 1111 1112" },
    }:plan()
    expect(plan):hides "#card":shows "#order"
  end)

  describe("fields", function()
    local function field(members)
      members.type, members.id, members.secure = "TextField", members.id or "field", false
      return frame { members }:plan()
    end

    it("are known by hint, id, class and placeholder", function()
      expect(field { autocomplete = "cc-csc" }):hides "#field":with { rule = "field" }
      expect(field { id = "paymentCVC" }):hides "#paymentCVC"
      expect(field { classes = "form-card-number" }):hides "#field"
      expect(field { placeholder = "MM/YY" }):hides "#field"
      expect(field { name = "cardExpiry" }):hides "#field"
    end)

    it("that say nothing of cards stay", function()
      expect(field { placeholder = "City" }):hides_nothing()
    end)
  end)

  it("does not hide the sums of a whole window", function()
    local plan = frame {
      { type = "Label", id = "card", text = "4111 1111 1111 1111" },
      { type = "Label", id = "sum", text = "€ 3.50" },
    }:plan()
    expect(plan):hides "#card":shows "#sum"
  end)
end)
