-- name: GetTOTP :one
SELECT * FROM totp WHERE user_id = $1;

-- name: PutTOTP :exec
INSERT INTO totp (user_id, secret, used_step, confirmed) VALUES ($1, $2, $3, $4)
ON CONFLICT (user_id) DO UPDATE
SET secret = excluded.secret, used_step = excluded.used_step, confirmed = excluded.confirmed;

-- name: UseTOTP :execrows
UPDATE totp SET used_step = sqlc.arg(step), confirmed = TRUE
WHERE user_id = sqlc.arg(user_id) AND secret = sqlc.arg(secret) AND used_step < sqlc.arg(step);

-- name: DeleteTOTP :exec
DELETE FROM totp WHERE user_id = $1;

-- name: CountRecoveryCodes :one
SELECT COUNT(*) FROM recovery_codes WHERE user_id = $1;

-- name: InsertRecoveryCode :exec
INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2);

-- name: UseRecoveryCode :execrows
DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2;

-- name: DeleteRecoveryCodes :exec
DELETE FROM recovery_codes WHERE user_id = $1;

-- name: GetAccountSetup :one
SELECT * FROM account_setups WHERE user_id = $1;

-- name: PutAccountSetup :exec
INSERT INTO account_setups (user_id, postponed) VALUES ($1, $2)
ON CONFLICT (user_id) DO UPDATE SET postponed = excluded.postponed;

-- name: DeleteAccountSetup :exec
DELETE FROM account_setups WHERE user_id = $1;
