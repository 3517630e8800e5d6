-- name: ListServices :many
SELECT * FROM services ORDER BY position, id;

-- name: GetService :one
SELECT * FROM services WHERE id = $1;

-- name: GetServiceBySlug :one
SELECT * FROM services AS t
WHERE t.slug = $1
   OR t.id = (SELECT r.target_id FROM redirects AS r WHERE r.kind = 'service' AND r.slug = $1)
ORDER BY CASE WHEN t.slug = $1 THEN 0 ELSE 1 END
LIMIT 1;

-- name: InsertService :one
INSERT INTO services (name, slug, short_description, full_description, image_url, features, template, featured_on_home, hidden, updated_at, position)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, (SELECT COALESCE(MAX(last.position), 0) + 1 FROM services AS last))
RETURNING *;

-- name: UpdateService :one
UPDATE services
SET name = $2, slug = $3, short_description = $4, full_description = $5, image_url = $6, features = $7, template = $8, featured_on_home = $9, hidden = $10, updated_at = $11
WHERE id = $1
RETURNING *;

-- name: SetServicePosition :execrows
UPDATE services SET position = $2 WHERE id = $1;

-- name: DeleteService :one
DELETE FROM services WHERE id = $1 RETURNING position;
