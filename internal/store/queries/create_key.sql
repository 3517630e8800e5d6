-- name: GetCreateKey :one
SELECT body_hash, record_id FROM create_keys WHERE user_id = $1 AND key_hash = $2 AND created_at >= @since;

-- name: PutCreateKey :exec
INSERT INTO create_keys (user_id, key_hash, body_hash, record_id, created_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (user_id, key_hash) DO UPDATE
SET body_hash = excluded.body_hash, record_id = excluded.record_id, created_at = excluded.created_at;

-- name: DeleteOldCreateKeys :exec
DELETE FROM create_keys WHERE created_at < $1;

-- name: DeleteExcessCreateKeys :exec
DELETE FROM create_keys
WHERE create_keys.user_id = @user_id AND create_keys.key_hash NOT IN (
    SELECT k.key_hash FROM create_keys AS k
    WHERE k.user_id = @user_id
    ORDER BY k.created_at DESC, k.key_hash LIMIT @kept
);
