-- name: PutRedirect :exec
INSERT INTO redirects (kind, slug, target_id)
VALUES ($1, $2, $3)
ON CONFLICT (kind, slug) DO UPDATE SET target_id = excluded.target_id;

-- name: DeleteRedirect :exec
DELETE FROM redirects WHERE kind = $1 AND slug = $2;

-- name: ListRedirects :many
SELECT * FROM redirects ORDER BY kind, slug;
