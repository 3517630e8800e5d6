-- Which records name which images in their texts. Every save of such a record
-- writes its rows, so nobody has to search the texts.

-- +goose Up

CREATE TABLE image_uses (
    upload_id TEXT COLLATE "C" NOT NULL, -- as in the URL; the image may not exist
    kind      TEXT COLLATE "C" NOT NULL, -- content, service or post
    record_id BIGINT NOT NULL,
    PRIMARY KEY (upload_id, kind, record_id)
);

CREATE INDEX image_uses_record ON image_uses (kind, record_id);
