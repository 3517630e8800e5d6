-- name: GetSession :one
SELECT * FROM sessions WHERE token_hash = $1;

-- name: PutSession :exec
INSERT INTO sessions (token_hash, user_id, created_at, last_seen_at, proved_at, browser, network, second_factor)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: TouchSession :exec
UPDATE sessions SET last_seen_at = $2 WHERE token_hash = $1;

-- name: ProveSession :execrows
UPDATE sessions SET proved_at = $2 WHERE token_hash = $1;

-- name: MarkSecondFactor :exec
UPDATE sessions SET second_factor = TRUE WHERE token_hash = $1;

-- name: DeleteSession :exec
DELETE FROM sessions WHERE token_hash = $1;

-- name: DeleteUserSessions :exec
DELETE FROM sessions WHERE user_id = $1;

-- name: DeleteIdleSessions :exec
DELETE FROM sessions WHERE last_seen_at < $1 OR created_at < $2;

-- name: SummariseSessions :many
SELECT user_id, COUNT(*) AS sessions, CAST(MAX(last_seen_at) AS BIGINT) AS last_seen_at
FROM sessions
WHERE last_seen_at >= $1 AND created_at >= $2
GROUP BY user_id
ORDER BY user_id;

-- name: ListUserSessions :many
SELECT * FROM sessions WHERE user_id = $1 ORDER BY last_seen_at DESC, token_hash;

-- name: DeleteOtherSessions :exec
DELETE FROM sessions WHERE user_id = $1 AND token_hash <> $2;
