-- How answers reach visitors who have left: what they have seen, what was sent to
-- them by e-mail, and the links in those e-mails. Only the hash of a link's token is
-- stored. Also who of the staff is away.

-- +goose Up

ALTER TABLE conversations ADD COLUMN seen_to   BIGINT NOT NULL DEFAULT 0; -- the newest message that the visitor has seen
ALTER TABLE conversations ADD COLUMN mailed_to BIGINT NOT NULL DEFAULT 0; -- the newest answer that was sent by e-mail

-- Nobody knows what was seen before; old answers are not sent again.
UPDATE conversations SET
    seen_to = (SELECT COALESCE(MAX(m.id), 0) FROM chat_messages AS m WHERE m.conversation_id = conversations.id);

CREATE TABLE chat_links (
    token_hash      BYTEA   PRIMARY KEY,
    conversation_id TEXT COLLATE "C" NOT NULL,
    expires_at      BIGINT  NOT NULL,
    used            BOOLEAN NOT NULL
);

-- Browsers that took a conversation up through a link. They keep their own token.
CREATE TABLE chat_visitors (
    id              TEXT COLLATE "C" PRIMARY KEY, -- made from the visitor's token, which is not kept
    conversation_id TEXT COLLATE "C" NOT NULL,
    expires_at      BIGINT NOT NULL
);

CREATE TABLE chat_away (
    user_id BIGINT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE
);
