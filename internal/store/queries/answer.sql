-- name: DeleteSeenAnswer :exec
DELETE FROM chat_notices WHERE conversation_id = $1 AND reason = 'answer' AND through <= $2;

-- name: PutChatLink :exec
INSERT INTO chat_links (token_hash, conversation_id, expires_at, used) VALUES ($1, $2, $3, FALSE);

-- name: GetChatLink :one
SELECT * FROM chat_links WHERE token_hash = $1;

-- name: UseChatLink :execrows
UPDATE chat_links SET used = TRUE WHERE token_hash = $1 AND NOT used;

-- name: DeleteChatLink :exec
DELETE FROM chat_links WHERE token_hash = $1;

-- name: DeleteConversationLinks :exec
DELETE FROM chat_links WHERE conversation_id = $1;

-- name: DeleteExpiredChatLinks :exec
DELETE FROM chat_links WHERE expires_at < $1;

-- name: PutChatVisitor :exec
INSERT INTO chat_visitors (id, conversation_id, expires_at) VALUES ($1, $2, $3);

-- name: GetChatVisitor :one
SELECT conversation_id FROM chat_visitors WHERE id = $1 AND expires_at > @now;

-- name: DeleteExpiredChatVisitors :exec
DELETE FROM chat_visitors WHERE expires_at < $1;

-- name: CountAway :one
SELECT COUNT(*) FROM chat_away WHERE user_id = $1;

-- name: PutAway :exec
INSERT INTO chat_away (user_id) VALUES ($1) ON CONFLICT (user_id) DO NOTHING;

-- name: DeleteAway :exec
DELETE FROM chat_away WHERE user_id = $1;
