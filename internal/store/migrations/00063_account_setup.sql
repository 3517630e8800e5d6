-- The users who still have the password that was generated for them.

-- +goose Up

CREATE TABLE account_setups (
    user_id   BIGINT  PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    postponed BOOLEAN NOT NULL
);
