-- The order in which the image library opens, so that its first page reads no other
-- rows.

-- +goose Up

CREATE INDEX images_newest ON images (uploaded_at DESC, id);
