-- name: GetChatState :one
SELECT version, staff_seen_at FROM chat_state;

-- name: BumpChatVersion :exec
UPDATE chat_state SET version = version + 1;

-- name: PutStaffSeen :exec
UPDATE chat_state SET staff_seen_at = $1;

-- name: ListChatReplies :many
SELECT text FROM chat_replies ORDER BY id;

-- name: DeleteChatReplies :exec
DELETE FROM chat_replies;

-- name: InsertChatReply :exec
INSERT INTO chat_replies (id, text) VALUES ($1, $2);

-- name: GetConversation :one
SELECT * FROM conversations WHERE id = $1;

-- name: ListConversations :many
SELECT sqlc.embed(c),
       last.staff AS last_staff, last.text AS last_text,
       (SELECT COUNT(*) FROM chat_messages AS m
        WHERE m.conversation_id = c.id AND NOT m.staff AND m.id > c.read_to) AS unread
FROM conversations AS c
JOIN chat_messages AS last
  ON last.id = (SELECT MAX(n.id) FROM chat_messages AS n WHERE n.conversation_id = c.id)
ORDER BY c.updated_at DESC, c.id
LIMIT $1;

-- name: PutConversation :exec
INSERT INTO conversations (id, started_at, updated_at, closed, read_to, name, contact, page)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT (id) DO UPDATE
SET updated_at = excluded.updated_at, closed = excluded.closed, read_to = excluded.read_to,
    name = excluded.name, contact = excluded.contact;

-- name: DeleteConversation :execrows
DELETE FROM conversations WHERE id = $1;

-- name: CountOldConversations :one
SELECT COUNT(*) FROM conversations WHERE updated_at < $1;

-- name: DeleteOldConversations :execrows
DELETE FROM conversations WHERE updated_at < $1;

-- name: ListChatMessages :many
SELECT * FROM chat_messages WHERE conversation_id = $1 AND id > $2 ORDER BY id;

-- name: GetChatMessage :one
SELECT * FROM chat_messages WHERE conversation_id = $1 AND key = $2;

-- name: CountChatMessages :one
SELECT COUNT(*) FROM chat_messages WHERE conversation_id = $1;

-- name: NewestChatMessage :one
SELECT CAST(COALESCE(MAX(id), 0) AS BIGINT) AS id FROM chat_messages WHERE conversation_id = $1;

-- name: InsertChatMessage :one
INSERT INTO chat_messages (conversation_id, key, staff, sent_at, author, text)
VALUES ($1, $2, $3, $4, $5, $6)
RETURNING *;
