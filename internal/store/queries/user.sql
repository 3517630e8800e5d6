-- name: ListUsers :many
SELECT * FROM users ORDER BY username_key;

-- name: GetUser :one
SELECT * FROM users WHERE id = $1;

-- name: GetUserByKey :one
SELECT * FROM users WHERE username_key = $1;

-- name: InsertUser :one
INSERT INTO users (username, username_key, full_name, role, password_hash, created_at, email, disabled_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
RETURNING *;

-- name: UpdateUser :one
UPDATE users
SET username = $2, username_key = $3, full_name = $4, role = $5, password_hash = $6, created_at = $7,
    email = $8, disabled_at = $9
WHERE id = $1
RETURNING *;

-- name: DeleteUser :execrows
DELETE FROM users WHERE id = $1;

-- The update changes nothing. Its row lock makes a new password wait, or this wait for one.
-- name: LockPasswordHash :execrows
UPDATE users SET password_hash = password_hash WHERE id = $1 AND password_hash = $2 AND disabled_at = 0;

-- name: LockUser :execrows
UPDATE users SET username = username WHERE id = $1;

-- name: SetFullName :execrows
UPDATE users SET full_name = $2 WHERE id = $1;
