-- name: GetConnection :one
SELECT * FROM connections WHERE name = $1;

-- name: InsertConnection :execrows
INSERT INTO connections (name, settings, sealed, updated_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (name) DO NOTHING;

-- name: UpdateConnection :execrows
UPDATE connections SET settings = @settings, sealed = @sealed, updated_at = @updated_at
WHERE name = @name AND updated_at = @before;

-- name: DeleteConnection :exec
DELETE FROM connections WHERE name = $1;
