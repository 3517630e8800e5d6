-- name: ListSocialLinks :many
SELECT * FROM social_links ORDER BY id;

-- name: GetSocialLink :one
SELECT * FROM social_links WHERE id = $1;

-- name: InsertSocialLink :one
INSERT INTO social_links (platform, url, icon, active)
VALUES ($1, $2, $3, $4)
RETURNING *;

-- name: UpdateSocialLink :one
UPDATE social_links
SET platform = $2, url = $3, icon = $4, active = $5
WHERE id = $1
RETURNING *;
