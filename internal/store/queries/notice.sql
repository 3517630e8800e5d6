-- A notice that is being sent is told of the newer message or contact details: see
-- SettleNotice. It is tried for a day from then on.
-- name: PutNotice :exec
INSERT INTO chat_notices (conversation_id, channel, reason, through, created_at, due_at, attempts, claimed_until)
VALUES ($1, $2, $3, $4, $5, $6, 0, 0)
ON CONFLICT (conversation_id, channel, reason) DO UPDATE
SET through = excluded.through, created_at = excluded.created_at;

-- name: ListUnclaimedNotices :many
SELECT * FROM chat_notices WHERE conversation_id = @conversation_id AND claimed_until <= CAST(@now AS BIGINT);

-- name: DeleteNotices :exec
DELETE FROM chat_notices WHERE conversation_id = $1;

-- name: DeleteAnsweredNotices :exec
DELETE FROM chat_notices WHERE conversation_id = $1 AND reason IN ('message', 'reminder');

-- name: CountDueNotices :one
SELECT COUNT(*) FROM chat_notices
WHERE channel = @channel AND due_at <= CAST(@now AS BIGINT) AND claimed_until <= CAST(@now AS BIGINT);

-- The condition is repeated for PostgreSQL: a replica that waits for a row of
-- another one checks only the outer condition again.
-- name: ClaimNotices :many
UPDATE chat_notices SET claimed_until = @claimed_until
WHERE (conversation_id, channel, reason) IN (
        SELECT n.conversation_id, n.channel, n.reason FROM chat_notices AS n
        WHERE n.channel = @channel AND n.due_at <= CAST(@now AS BIGINT) AND n.claimed_until <= CAST(@now AS BIGINT)
        ORDER BY n.due_at LIMIT @limited_to)
  AND claimed_until <= CAST(@now AS BIGINT)
RETURNING *;

-- name: SettleNotice :execrows
DELETE FROM chat_notices WHERE conversation_id = $1 AND channel = $2 AND reason = $3 AND through = $4 AND created_at = $5;

-- name: RescheduleNotice :exec
UPDATE chat_notices
SET due_at = @due_at, attempts = @attempts, claimed_until = 0,
    created_at = CASE WHEN created_at < CAST(@created_at AS BIGINT) THEN CAST(@created_at AS BIGINT) ELSE created_at END
WHERE conversation_id = @conversation_id AND channel = @channel AND reason = @reason;

-- name: ListChannels :many
SELECT * FROM chat_channels ORDER BY channel;

-- name: PutDelivery :exec
INSERT INTO chat_channels (channel, delivered_at, failed_at, error) VALUES ($1, $2, 0, '')
ON CONFLICT (channel) DO UPDATE SET delivered_at = excluded.delivered_at;

-- name: PutDeliveryFailure :exec
INSERT INTO chat_channels (channel, delivered_at, failed_at, error) VALUES ($1, 0, $2, $3)
ON CONFLICT (channel) DO UPDATE SET failed_at = excluded.failed_at, error = excluded.error;

-- name: AwaitsAnswer :one
SELECT COUNT(*) FROM chat_messages AS m
WHERE m.conversation_id = $1 AND NOT m.staff
  AND m.id = (SELECT MAX(n.id) FROM chat_messages AS n WHERE n.conversation_id = $1);
