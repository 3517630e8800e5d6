-- name: ListSocialLinks :many
SELECT * FROM social_links ORDER BY position, id;

-- name: GetSocialLink :one
SELECT * FROM social_links WHERE id = $1;

-- name: InsertSocialLink :one
INSERT INTO social_links (platform, url, icon, active, updated_at, position)
VALUES ($1, $2, $3, $4, $5, (SELECT COALESCE(MAX(last.position), 0) + 1 FROM social_links AS last))
RETURNING *;

-- name: UpdateSocialLink :one
UPDATE social_links
SET platform = $2, url = $3, icon = $4, active = $5, updated_at = $6
WHERE id = $1
RETURNING *;

-- name: SetSocialLinkPosition :execrows
UPDATE social_links SET position = $2 WHERE id = $1;

-- name: DeleteSocialLink :one
DELETE FROM social_links WHERE id = $1 RETURNING position;
