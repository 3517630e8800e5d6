-- name: GetRevision :one
SELECT revision FROM site_state;

-- name: LockRevision :exec
UPDATE site_state SET revision = revision;

-- name: BumpRevision :one
UPDATE site_state SET revision = revision + 1 RETURNING revision;

-- name: GetStarterDone :one
SELECT starter_done FROM site_state;

-- name: MarkStarterDone :exec
UPDATE site_state SET starter_done = TRUE;
