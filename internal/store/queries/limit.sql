-- The change of nothing makes others who count uses wait.
-- name: LockUses :one
UPDATE rate_limit_state SET swept_at = swept_at RETURNING swept_at;

-- name: GetUse :one
SELECT clear_at FROM rate_limits WHERE key = $1;

-- name: PutUse :exec
INSERT INTO rate_limits (key, clear_at) VALUES ($1, $2)
ON CONFLICT (key) DO UPDATE SET clear_at = excluded.clear_at;

-- name: DeleteClearUses :exec
DELETE FROM rate_limits WHERE clear_at <= $1;

-- name: DeleteUsesBeyond :exec
DELETE FROM rate_limits WHERE key IN (
    SELECT r.key FROM rate_limits AS r ORDER BY r.clear_at DESC, r.key LIMIT 1000000 OFFSET $1
);

-- name: PutSweptAt :exec
UPDATE rate_limit_state SET swept_at = $1;

-- name: GetSecret :one
SELECT value FROM secrets WHERE name = $1;

-- name: InsertSecret :exec
INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING;
