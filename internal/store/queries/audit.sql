-- name: AppendAuditEvent :exec
INSERT INTO audit_events (happened_at, kind, person, client_ip, occurrences, subject, detail)
VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: ListAuditEvents :many
SELECT * FROM audit_events WHERE id < $1 ORDER BY id DESC LIMIT $2;

-- name: PurgeAuditEvents :execrows
DELETE FROM audit_events WHERE id IN (
    SELECT e.id FROM audit_events AS e WHERE e.happened_at < $1 ORDER BY e.happened_at LIMIT $2
);
