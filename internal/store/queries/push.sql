-- Nothing is inserted if the session has ended meanwhile.
-- name: PutPushSubscription :execrows
INSERT INTO push_subscriptions (endpoint, user_id, session_hash, p256dh, auth, registered_at, delivered)
SELECT CAST(@endpoint AS TEXT), s.user_id, s.token_hash, CAST(@p256dh AS TEXT), CAST(@auth AS TEXT),
       CAST(@registered_at AS BIGINT), ''
FROM sessions AS s WHERE s.token_hash = @session_hash
ON CONFLICT (endpoint) DO UPDATE
SET user_id = excluded.user_id, session_hash = excluded.session_hash, p256dh = excluded.p256dh,
    auth = excluded.auth, registered_at = excluded.registered_at;

-- The person's oldest subscriptions beyond a number.
-- name: DeletePushBeyond :exec
DELETE FROM push_subscriptions WHERE endpoint IN (
    SELECT p.endpoint FROM push_subscriptions AS p
    WHERE p.user_id = (SELECT s.user_id FROM sessions AS s WHERE s.token_hash = @session_hash)
    ORDER BY p.registered_at DESC, p.endpoint LIMIT 1000000 OFFSET @keep
);

-- name: DeletePushBefore :exec
DELETE FROM push_subscriptions WHERE registered_at < $1;

-- name: ListPushRecipients :many
SELECT p.* FROM push_subscriptions AS p JOIN users AS u ON u.id = p.user_id
WHERE u.role = @role AND u.disabled_at = 0 AND p.registered_at >= @since
ORDER BY p.registered_at, p.endpoint;

-- name: DeletePushSubscription :exec
DELETE FROM push_subscriptions WHERE endpoint = $1;

-- name: DeleteOwnPush :exec
DELETE FROM push_subscriptions
WHERE endpoint = @endpoint AND user_id = (SELECT s.user_id FROM sessions AS s WHERE s.token_hash = @session_hash);

-- name: MarkPushDelivered :exec
UPDATE push_subscriptions SET delivered = $2 WHERE endpoint = $1;

-- name: DeletePushOfSession :exec
DELETE FROM push_subscriptions WHERE session_hash = $1;

-- name: DeletePushOfUser :exec
DELETE FROM push_subscriptions WHERE user_id = $1;

-- name: DeletePushOfOtherSessions :exec
DELETE FROM push_subscriptions WHERE user_id = $1 AND session_hash <> $2;
