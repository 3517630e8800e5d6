-- The browsers of the staff that get notices by Web Push. They outlive a session
-- that was merely not used for a while, so sessions are not referenced.

-- +goose Up

CREATE TABLE push_subscriptions (
    endpoint      TEXT COLLATE "C" PRIMARY KEY, -- where the push service takes messages for the browser
    user_id       BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    session_hash  BYTEA  NOT NULL, -- of the session that registered it last
    p256dh        TEXT   NOT NULL,
    auth          TEXT   NOT NULL,
    registered_at BIGINT NOT NULL,
    delivered     TEXT   NOT NULL  -- identifies the newest message that it got
);

CREATE INDEX push_subscriptions_user_id ON push_subscriptions (user_id);
CREATE INDEX push_subscriptions_session ON push_subscriptions (session_hash);
