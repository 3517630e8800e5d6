-- Photos in the chat. A message has the size of its photo, so that lists never read
-- the files, which have a table of their own.

-- +goose Up

ALTER TABLE chat_messages ADD COLUMN photo_id     TEXT COLLATE "C" NOT NULL DEFAULT ''; -- empty without a photo
ALTER TABLE chat_messages ADD COLUMN photo_width  BIGINT NOT NULL DEFAULT 0;
ALTER TABLE chat_messages ADD COLUMN photo_height BIGINT NOT NULL DEFAULT 0;

CREATE TABLE chat_photos (
    id              TEXT COLLATE "C" PRIMARY KEY, -- random, so that nobody can guess it
    conversation_id TEXT COLLATE "C" NOT NULL REFERENCES conversations (id) ON DELETE CASCADE,
    jpeg            BYTEA NOT NULL
);

CREATE INDEX chat_photos_conversation_id ON chat_photos (conversation_id);
