-- name: GetRevision :one
SELECT revision FROM site_state;

-- name: LockRevision :exec
UPDATE site_state SET revision = revision;

-- name: BumpRevision :one
UPDATE site_state SET revision = revision + 1, scoped = scoped + 1 RETURNING revision;

-- name: TouchScope :exec
INSERT INTO scopes (name, revision) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET revision = excluded.revision;

-- name: ListScopesSince :many
SELECT s.revision, CAST(s.revision - s.scoped AS BIGINT) AS unscoped,
    CAST(COALESCE(c.name, '') AS TEXT) AS name, CAST(COALESCE(c.revision, 0) AS BIGINT) AS changed_at
FROM site_state AS s
LEFT JOIN scopes AS c ON c.revision > $1;

-- name: GetStarterDone :one
SELECT starter_done FROM site_state;

-- name: MarkStarterDone :execrows
UPDATE site_state SET starter_done = TRUE WHERE starter_done = FALSE;
