-- name: ListWorkingCopies :many
SELECT kind, record_id, title, based_on, saved_at FROM working_copies
WHERE user_id = $1 AND kind = $2 ORDER BY saved_at DESC, record_id;

-- name: GetWorkingCopy :one
SELECT * FROM working_copies WHERE user_id = $1 AND kind = $2 AND record_id = $3;

-- name: PutWorkingCopy :exec
INSERT INTO working_copies (user_id, kind, record_id, title, based_on, original, fields, saved_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (user_id, kind, record_id) DO UPDATE SET
    title = excluded.title, based_on = excluded.based_on, original = excluded.original,
    fields = excluded.fields, saved_at = excluded.saved_at;

-- name: DeleteWorkingCopy :exec
DELETE FROM working_copies WHERE user_id = $1 AND kind = $2 AND record_id = $3;

-- The time of the newest copy that is one too many; older ones have to go too.
-- name: DeleteWorkingCopiesBeyond :exec
DELETE FROM working_copies WHERE working_copies.user_id = sqlc.arg(user_id) AND saved_at <= (
    SELECT c.saved_at FROM working_copies AS c
    WHERE c.user_id = sqlc.arg(user_id) ORDER BY c.saved_at DESC LIMIT 1 OFFSET sqlc.arg(kept)
);
