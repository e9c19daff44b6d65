--- Payment: cards and accounts, the sums beside them, and the fields into which they are typed.
--
-- Card numbers and IBANs are known by their check digits, wherever they stand. Sums of money are hidden where they stand
-- in the same block as one of these, up to three views further out: a balance beside its account, not the prices of a
-- shop. Fields for number, expiry and security code are known by what they say of themselves: the hint for filling them
-- in, their id, name or class, and what stands in them while they are empty. A field that says none of this in English
-- is not found: hide it by its id.
local block_levels = 3

--- Words in the ids, names and classes of fields.
local fields = {
  "cardnumber", "card-number", "card_number", "cvc", "cvv", "security-code", "security_code", "securitycode",
  "expiry", "expiration", "exp-date", "exp_date",
}
local selectors = {
  '[autocomplete^="cc-"], [autofillHints*="creditCard" i], [textContentType^="creditCard"]',
  '[text_input]:text("card number" i), [text_input]:text("cvc" i), [text_input]:text("cvv" i)',
  '[text_input]:text("security code" i), [text_input]:text("expiry" i), [text_input]:text("mm/yy" i)',
  '[text_input]:text("mm / yy" i), [text_input]:text("iban" i)',
}
for _, member in ipairs { "id", "name", "classes" } do
  for _, word in ipairs(fields) do
    selectors[#selectors + 1] = ('[%s*="%s" i]'):format(member, word)
  end
end

--- The views around one, the nearest first, up to a number of levels; a window is no block.
local function blocks(view, levels)
  local around = {}
  local block = view.parent
  while block and block.parent and #around < levels do
    around[#around + 1] = block
    block = block.parent
  end
  return around
end

return {
  name = "payment",
  hide = {
    { find = { "credit_card", "iban" }, style = "card", text = "Account", name = "account" },
    { table.concat(selectors, ", "), style = "card", text = "Card details", symbol = "lock", name = "field" },
  },

  frame = function(frame, plan)
    local accounts, amounts = {}, {}
    for _, view in ipairs(frame:all "[text], [label], [value]") do
      if view:find "credit_card" or view:find "iban" then
        accounts[#accounts + 1] = view
      elseif view:find "amount" then
        -- Each block knows the sums in it.
        for _, block in ipairs(blocks(view, 2 * block_levels)) do
          amounts[block] = amounts[block] or {}
          table.insert(amounts[block], view)
        end
      end
    end
    for _, account in ipairs(accounts) do
      for _, block in ipairs(blocks(account, block_levels)) do
        if amounts[block] then
          for _, amount in ipairs(amounts[block]) do
            plan:hide(amount, { style = "card", text = "Amount", name = "amount" })
          end
          break
        end
      end
    end
  end,
}
