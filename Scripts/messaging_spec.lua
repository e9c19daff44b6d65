describe("messaging", function()
  it("hides bubbles, names, avatars and the draft", function()
    local plan = frame {
      { type = "UILabel", id = "title", text = "Chat" },
      {
        type = "UITableView",
        children = {
          {
            type = "App.IncomingMessageCell",
            id = "first",
            children = { { type = "UILabel", id = "words", text = "See you at six" } },
          },
          { type = "div", id = "second", classes = "message incoming" },
          { type = "TextView", id = "com.chat:id/message_text", text = "Bring bread" },
          { type = "TextView", id = "com.chat:id/sender_name", text = "Ada" },
          { type = "RoundedAvatarView", id = "face" },
          { type = "Label", id = "day", text = "Tuesday" },
        },
      },
      { type = "TextField", id = "chat_input", text = "Yes, I", secure = false },
    }:plan()
    expect(plan):hides "#first":with { style = "card", text = "Message" }
    expect(plan):hides "#words":hides "#second":hides "#message_text"
    expect(plan):hides "#sender_name":with { text = "Name" }
    expect(plan):hides "#face":with { text = false, rule = "avatar" }
    expect(plan):hides "#chat_input":with { text = "Draft" }
    expect(plan):shows "#title":shows "#day"
  end)

  it("does not take the list of messages for one", function()
    local plan = frame { { type = "List", id = "messages", children = { { type = "Label", id = "day", text = "Today" } } } }:plan()
    expect(plan):hides_nothing()
  end)
end)
