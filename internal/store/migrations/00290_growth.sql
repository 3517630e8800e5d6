-- What keeps the cost of each query apart from the number of records.

-- +goose Up

-- The versions that retention may delete: each has as many newer ones of its record as
-- are kept in any case. The others need not be looked at.
ALTER TABLE versions ADD COLUMN superseded BOOLEAN NOT NULL DEFAULT FALSE;

-- record.KeptVersions is 20.
UPDATE versions SET superseded = TRUE
WHERE EXISTS (
    SELECT 1 FROM versions AS newer
    WHERE newer.kind = versions.kind AND newer.record_id = versions.record_id AND newer.id > versions.id
    LIMIT 1 OFFSET 19
);

DROP INDEX versions_age;
CREATE INDEX versions_superseded ON versions (saved_at) WHERE superseded;
CREATE INDEX versions_kind ON versions (kind, id);

-- Whether every record has a version. Those that older releases have stored have none.
ALTER TABLE site_state ADD COLUMN history_started BOOLEAN NOT NULL DEFAULT FALSE;

CREATE INDEX images_unoptimised ON images (attempts, uploaded_at, id) WHERE optimised = FALSE;
CREATE INDEX images_given_up ON images (uploaded_at, id) WHERE optimised = TRUE AND attempts > 0 AND variants = '[]';

CREATE INDEX uploads_expires_at ON uploads (expires_at);
CREATE INDEX sessions_last_seen_at ON sessions (last_seen_at);
CREATE INDEX sessions_created_at ON sessions (created_at);

CREATE INDEX chat_links_conversation_id ON chat_links (conversation_id);
CREATE INDEX chat_links_expires_at ON chat_links (expires_at);
CREATE INDEX chat_visitors_expires_at ON chat_visitors (expires_at);
CREATE INDEX chat_messages_answers ON chat_messages (conversation_id, sent_at) WHERE staff;
CREATE INDEX chat_messages_photos ON chat_messages (id) WHERE photo_id <> '';
