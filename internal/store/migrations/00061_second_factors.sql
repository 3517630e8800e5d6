-- Authenticator apps, and the codes for those who have lost theirs or the password.

-- +goose Up

CREATE TABLE totp (
    user_id   BIGINT  PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret    TEXT    NOT NULL,
    used_step BIGINT  NOT NULL, -- the period of the last code that was used
    confirmed BOOLEAN NOT NULL
);

CREATE TABLE recovery_codes (
    user_id   BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    code_hash TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (user_id, code_hash)
);
