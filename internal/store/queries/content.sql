-- name: ListContentItems :many
SELECT * FROM content_items ORDER BY section, key;

-- name: ListContentItemsByKey :many
SELECT * FROM content_items WHERE key = $1 ORDER BY section, key;

-- name: GetContentItem :one
SELECT * FROM content_items WHERE id = $1;

-- name: InsertContentItem :one
INSERT INTO content_items (key, section, type, value, updated_at)
VALUES ($1, $2, $3, $4, $5)
RETURNING *;

-- name: UpdateContentItem :one
UPDATE content_items
SET key = $2, section = $3, type = $4, value = $5, updated_at = $6
WHERE id = $1
RETURNING *;

-- name: DeleteContentItem :execrows
DELETE FROM content_items WHERE id = $1;
