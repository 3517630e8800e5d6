-- name: ListChatNotes :many
SELECT * FROM chat_notes WHERE conversation_id = $1 ORDER BY id;

-- name: CountChatNotes :one
SELECT COUNT(*) FROM chat_notes WHERE conversation_id = $1;

-- name: InsertChatNote :one
INSERT INTO chat_notes (conversation_id, written_at, author, text) VALUES ($1, $2, $3, $4) RETURNING *;

-- name: DeleteChatNote :execrows
DELETE FROM chat_notes WHERE conversation_id = $1 AND id = $2;
