--- Messaging: what people write to each other, who they are, and what they look like.
--
-- Views are known by the words that chat screens have in their types, ids and classes: message, bubble, sender, avatar.
-- What is being typed is hidden, too. A screen that calls these things otherwise is not known, and neither are previews
-- in lists of chats and in notifications that bear none of these names: `scrim inspect` shows what yours are called.
local function any(members, words)
  local tests = {}
  for _, member in ipairs(members) do
    for _, word in ipairs(words) do tests[#tests + 1] = ('[%s*="%s" i]'):format(member, word) end
  end
  return table.concat(tests, ", ")
end

return {
  name = "messaging",
  hide = {
    {
      "MessageCell, MessageView, MessageBubble, ChatMessage, ChatBubble, BubbleView, .message, .msg, .bubble, "
        .. any({ "type", "class_chain" }, { "MessageCell", "MessageBubble", "ChatMessage", "BubbleView" })
        .. ", "
        .. any({ "id", "classes" }, {
          "message-text", "message_text", "messagetext", "message-body", "message_body", "messagebody",
          "message-bubble", "message_bubble", "chat-message", "chat_message", "bubble", "last-message", "last_message",
        }),
      style = "card",
      text = "Message",
      name = "message",
    },
    {
      ".sender, .author, .username, "
        .. any({ "id", "classes" }, {
          "sender", "author", "username", "user-name", "user_name", "display-name", "display_name", "displayname",
          "contact-name", "contact_name", "contactname", "participant",
        }),
      text = "Name",
      name = "name",
    },
    { any({ "type", "class_chain", "id", "classes" }, { "avatar" }), name = "avatar" },
    {
      any({ "id", "classes" }, {
        "composer", "message-input", "message_input", "messageinput", "chat-input", "chat_input", "compose_text",
      }),
      style = "card",
      text = "Draft",
      name = "draft",
    },
  },
}
