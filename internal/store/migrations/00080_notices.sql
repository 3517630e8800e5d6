-- What the staff are still to be told, and how telling them went.

-- +goose Up

CREATE TABLE chat_notices (
    conversation_id TEXT COLLATE "C" NOT NULL, -- empty if it concerns the chat as a whole
    channel         TEXT COLLATE "C" NOT NULL,
    reason          TEXT COLLATE "C" NOT NULL,
    through         BIGINT NOT NULL, -- the newest message to tell of
    created_at      BIGINT NOT NULL,
    due_at          BIGINT NOT NULL,
    attempts        BIGINT NOT NULL,
    claimed_until   BIGINT NOT NULL, -- one replica sends it until then
    PRIMARY KEY (conversation_id, channel, reason)
);

CREATE INDEX chat_notices_due ON chat_notices (channel, due_at);

CREATE TABLE chat_channels (
    channel      TEXT COLLATE "C" PRIMARY KEY,
    delivered_at BIGINT NOT NULL, -- 0 if never
    failed_at    BIGINT NOT NULL, -- 0 if never
    error        TEXT   NOT NULL
);
