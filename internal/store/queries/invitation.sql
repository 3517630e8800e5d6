-- name: ListInvitations :many
SELECT * FROM invitations ORDER BY id;

-- name: GetInvitation :one
SELECT * FROM invitations WHERE token_hash = $1;

-- name: InsertInvitation :one
INSERT INTO invitations (token_hash, username, full_name, email, role, invited_by, created_at, expires_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
RETURNING *;

-- Of two that take the same one, the second waits for the first and finds nothing.
-- name: UseInvitation :one
DELETE FROM invitations WHERE token_hash = $1 RETURNING *;

-- name: DeleteInvitation :one
DELETE FROM invitations WHERE id = $1 RETURNING *;

-- name: DeleteInvitationsBy :exec
DELETE FROM invitations WHERE invited_by = $1;

-- name: DeleteExpiredInvitations :exec
DELETE FROM invitations WHERE expires_at < $1;

-- name: GetPasswordReset :one
SELECT * FROM password_resets WHERE token_hash = $1;

-- name: PutPasswordReset :exec
INSERT INTO password_resets (token_hash, user_id, expires_at) VALUES ($1, $2, $3);

-- name: UsePasswordReset :one
DELETE FROM password_resets WHERE token_hash = $1 RETURNING *;

-- name: DeletePasswordResets :exec
DELETE FROM password_resets WHERE user_id = $1;

-- name: DeleteExpiredPasswordResets :exec
DELETE FROM password_resets WHERE expires_at < $1;
