-- name: ListPasskeys :many
SELECT * FROM passkeys WHERE user_id = $1 ORDER BY id;

-- name: GetPasskeyByCredential :one
SELECT * FROM passkeys WHERE credential_id = $1;

-- name: InsertPasskey :one
INSERT INTO passkeys (user_id, credential_id, name, added_at, used_at, credential)
VALUES ($1, $2, $3, $4, $5, $6)
RETURNING *;

-- Only if nobody else has used it meanwhile: two uses with one counter are a copy's.
-- name: UsePasskey :execrows
UPDATE passkeys SET credential = sqlc.arg(updated), used_at = sqlc.arg(used_at)
WHERE id = sqlc.arg(id) AND credential = sqlc.arg(known);

-- name: RenamePasskey :execrows
UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2;

-- name: DeletePasskey :execrows
DELETE FROM passkeys WHERE id = $1 AND user_id = $2;

-- name: DeletePasskeys :exec
DELETE FROM passkeys WHERE user_id = $1;

-- name: InsertChallenge :exec
INSERT INTO challenges (hash, expires_at, data) VALUES ($1, $2, $3);

-- name: UseChallenge :one
DELETE FROM challenges WHERE hash = $1 RETURNING *;

-- name: DeleteChallengesUntil :exec
DELETE FROM challenges WHERE expires_at <= $1;

-- name: DeleteChallengesBeyond :exec
DELETE FROM challenges WHERE hash IN (
    SELECT c.hash FROM challenges AS c ORDER BY c.expires_at DESC, c.hash LIMIT 1000000 OFFSET $1
);
