-- What bounds the chat: the client, the size and the unread messages of each
-- conversation, and the sums over all of them.

-- +goose Up

ALTER TABLE conversations ADD COLUMN client TEXT COLLATE "C" NOT NULL DEFAULT ''; -- a keyed hash of the network
ALTER TABLE conversations ADD COLUMN bytes  BIGINT NOT NULL DEFAULT 0;
ALTER TABLE conversations ADD COLUMN unread BIGINT NOT NULL DEFAULT 0;
ALTER TABLE chat_state ADD COLUMN bytes  BIGINT NOT NULL DEFAULT 0;
ALTER TABLE chat_state ADD COLUMN unread BIGINT NOT NULL DEFAULT 0;

-- 256 is chat.MessageOverhead.
UPDATE conversations SET
    bytes = (SELECT COALESCE(SUM(octet_length(m.text) + 256), 0) FROM chat_messages AS m
             WHERE m.conversation_id = conversations.id),
    unread = (SELECT COUNT(*) FROM chat_messages AS m
              WHERE m.conversation_id = conversations.id AND NOT m.staff AND m.id > conversations.read_to);
UPDATE chat_state SET
    bytes = (SELECT COALESCE(SUM(bytes), 0) FROM conversations),
    unread = (SELECT COALESCE(SUM(unread), 0) FROM conversations);

CREATE INDEX conversations_inbox ON conversations ((unread > 0), updated_at, id);
CREATE INDEX conversations_client ON conversations (client, started_at);

-- Visitors do not see usernames: without an author, an answer is from the team.
UPDATE chat_messages SET author = ''
WHERE staff AND author IN (SELECT username FROM users WHERE full_name = '');
