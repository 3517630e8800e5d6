-- name: GetChatState :one
SELECT version, staff_seen_at, bytes, unread, replies_updated_at FROM chat_state;

-- name: BumpChatVersion :exec
UPDATE chat_state SET version = version + 1;

-- name: AddChatTotals :exec
UPDATE chat_state SET bytes = bytes + $1, unread = unread + $2;

-- name: RecountChat :exec
UPDATE chat_state SET
    bytes = (SELECT COALESCE(SUM(c.bytes), 0) FROM conversations AS c),
    unread = (SELECT COALESCE(SUM(c.unread), 0) FROM conversations AS c);

-- name: RecountConversations :exec
UPDATE conversations SET
    bytes = (SELECT COALESCE(SUM(octet_length(m.text) + CAST(@overhead AS BIGINT)), 0) FROM chat_messages AS m
             WHERE m.conversation_id = conversations.id)
          + (SELECT COALESCE(SUM(octet_length(p.jpeg)), 0) FROM chat_photos AS p
             WHERE p.conversation_id = conversations.id),
    unread = (SELECT COUNT(*) FROM chat_messages AS m
              WHERE m.conversation_id = conversations.id AND NOT m.staff AND m.id > conversations.read_to);

-- name: PutStaffSeen :exec
UPDATE chat_state SET staff_seen_at = $1;

-- name: ListChatReplies :many
SELECT text FROM chat_replies ORDER BY id;

-- name: DeleteChatReplies :exec
DELETE FROM chat_replies;

-- name: PutRepliesUpdated :exec
UPDATE chat_state SET replies_updated_at = $1;

-- name: InsertChatReply :exec
INSERT INTO chat_replies (id, text) VALUES ($1, $2);

-- name: GetConversation :one
SELECT * FROM conversations WHERE id = $1;

-- The unread ones come first, so that read ones never push them off a page.
-- name: ListConversations :many
SELECT sqlc.embed(c), last.staff AS last_staff, last.text AS last_text
FROM conversations AS c
JOIN chat_messages AS last
  ON last.id = (SELECT MAX(n.id) FROM chat_messages AS n WHERE n.conversation_id = c.id)
WHERE (c.unread > 0, c.updated_at, c.id)
    < (CAST(@after_unread AS BOOLEAN), CAST(@after_updated_at AS BIGINT), CAST(@after_id AS TEXT))
  AND (CAST(@pattern AS TEXT) = '%%'
       OR lower(c.name) LIKE CAST(@pattern AS TEXT) ESCAPE '\'
       OR lower(c.contact) LIKE CAST(@pattern AS TEXT) ESCAPE '\'
       OR EXISTS (SELECT 1 FROM chat_messages AS m
                  WHERE m.conversation_id = c.id AND lower(m.text) LIKE CAST(@pattern AS TEXT) ESCAPE '\')
       OR EXISTS (SELECT 1 FROM chat_notes AS n
                  WHERE n.conversation_id = c.id AND lower(n.text) LIKE CAST(@pattern AS TEXT) ESCAPE '\'))
ORDER BY c.unread > 0 DESC, c.updated_at DESC, c.id DESC
LIMIT @limited_to;

-- name: CountUnansweredConversations :one
SELECT COUNT(*) FROM conversations AS c
WHERE c.client = $1 AND c.started_at >= $2
  AND NOT EXISTS (SELECT 1 FROM chat_messages AS m WHERE m.conversation_id = c.id AND m.staff);

-- name: PutConversation :exec
INSERT INTO conversations (id, started_at, updated_at, closed, read_to, name, contact, page, client, bytes, unread,
                           seen_to, mailed_to, assignee_id, assignee)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
ON CONFLICT (id) DO UPDATE
SET updated_at = excluded.updated_at, closed = excluded.closed, read_to = excluded.read_to,
    name = excluded.name, contact = excluded.contact, bytes = excluded.bytes, unread = excluded.unread,
    seen_to = excluded.seen_to, mailed_to = excluded.mailed_to,
    assignee_id = excluded.assignee_id, assignee = excluded.assignee;

-- name: DeleteConversation :execrows
DELETE FROM conversations WHERE id = $1;

-- name: CountOldConversations :one
SELECT COUNT(*) FROM conversations WHERE updated_at < $1;

-- name: DeleteOldConversations :many
DELETE FROM conversations WHERE updated_at < $1 RETURNING bytes, unread;

-- name: DeleteOldNotices :exec
DELETE FROM chat_notices
WHERE conversation_id IN (SELECT c.id FROM conversations AS c WHERE c.updated_at < $1);

-- name: ListChatMessages :many
SELECT * FROM chat_messages WHERE conversation_id = $1 AND id > $2 ORDER BY id;

-- name: GetChatMessage :one
SELECT * FROM chat_messages WHERE conversation_id = $1 AND key = $2;

-- name: CountChatMessages :one
SELECT COUNT(*) FROM chat_messages WHERE conversation_id = $1;

-- name: CountUnreadMessages :one
SELECT COUNT(*) FROM chat_messages WHERE conversation_id = $1 AND NOT staff AND id > $2;

-- name: NewestChatMessage :one
SELECT CAST(COALESCE(MAX(id), 0) AS BIGINT) AS id FROM chat_messages WHERE conversation_id = $1;

-- name: InsertChatMessage :one
INSERT INTO chat_messages (conversation_id, key, staff, sent_at, author, text, photo_id, photo_width, photo_height)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
RETURNING *;
