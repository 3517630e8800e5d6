-- name: CountSecondFactorRules :one
SELECT COUNT(*) FROM account_rules WHERE second_factor_required;

-- name: PutAccountRules :exec
INSERT INTO account_rules (id, second_factor_required) VALUES (1, $1)
ON CONFLICT (id) DO UPDATE SET second_factor_required = excluded.second_factor_required;

-- name: ListUsersWithSecondFactor :many
SELECT id FROM users
WHERE EXISTS (SELECT 1 FROM totp WHERE totp.user_id = users.id AND totp.confirmed)
   OR EXISTS (SELECT 1 FROM passkeys WHERE passkeys.user_id = users.id)
ORDER BY id;
