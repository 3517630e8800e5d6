-- name: AddCount :exec
INSERT INTO daily_counts (day, kind, name, counted) VALUES ($1, $2, $3, $4)
ON CONFLICT (day, kind, name) DO UPDATE SET counted = daily_counts.counted + excluded.counted;

-- name: ListCounts :many
SELECT * FROM daily_counts WHERE day >= @from_day AND day <= @to_day ORDER BY day, kind, name;

-- name: PurgeCounts :exec
DELETE FROM daily_counts WHERE day < $1;

-- name: PurgePastConversations :exec
DELETE FROM past_conversations WHERE started_at < $1;

-- name: KeepConversationStarts :exec
INSERT INTO past_conversations (started_at, answered_at, has_contact)
SELECT c.started_at,
       COALESCE((SELECT MIN(m.sent_at) FROM chat_messages AS m WHERE m.conversation_id = c.id AND m.staff), 0),
       c.contact <> ''
FROM conversations AS c
WHERE c.updated_at < $1;

-- name: ListConversationStarts :many
SELECT c.started_at, c.contact <> '' AS has_contact,
       CAST(COALESCE((SELECT MIN(m.sent_at) FROM chat_messages AS m
                      WHERE m.conversation_id = c.id AND m.staff), 0) AS BIGINT) AS answered_at
FROM conversations AS c
WHERE c.started_at >= @from_time AND c.started_at < @before_time
UNION ALL
SELECT p.started_at, p.has_contact, p.answered_at
FROM past_conversations AS p
WHERE p.started_at >= @from_time AND p.started_at < @before_time
ORDER BY 1, 3;
