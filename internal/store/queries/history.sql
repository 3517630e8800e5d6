-- name: InsertVersion :one
INSERT INTO versions (kind, record_id, revision, saved_at, user_id, user_name, action, fields, format)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
RETURNING id;

-- name: GetVersion :one
SELECT * FROM versions WHERE id = $1;

-- name: GetNewestVersionID :one
SELECT CAST(COALESCE(MAX(id), 0) AS BIGINT) FROM versions WHERE kind = $1 AND record_id = $2;

-- name: ListVersions :many
SELECT * FROM versions WHERE id < $1 ORDER BY id DESC LIMIT $2;

-- name: ListVersionsOfKind :many
SELECT * FROM versions WHERE kind = $1 AND id < $2 ORDER BY id DESC LIMIT $3;

-- name: ListVersionsOfRecord :many
SELECT * FROM versions WHERE kind = $1 AND record_id = $2 AND id < $3 ORDER BY id DESC LIMIT $4;

-- A record that is older than its history has been as its first version since ever.
-- name: ListVersionsAt :many
SELECT * FROM versions AS v
WHERE v.id IN (
    SELECT MAX(newest.id) FROM versions AS newest
    WHERE newest.saved_at <= $1 OR newest.action = 'start'
    GROUP BY newest.kind, newest.record_id
)
ORDER BY v.id;

-- name: GetFirstVersion :one
SELECT * FROM versions ORDER BY id LIMIT 1;

-- Called after each insertion: one more version has as many newer ones as are kept.
-- name: SupersedeVersion :exec
UPDATE versions SET superseded = TRUE WHERE id = (
    SELECT v.id FROM versions AS v
    WHERE v.kind = @kind AND v.record_id = @record_id
    ORDER BY v.id DESC LIMIT 1 OFFSET @kept
);

-- The OFFSET stops the search after as many newer versions as are kept.
-- name: SupersedeVersions :exec
UPDATE versions SET superseded = TRUE
WHERE NOT superseded AND EXISTS (
    SELECT 1 FROM versions AS newer
    WHERE newer.kind = versions.kind AND newer.record_id = versions.record_id AND newer.id > versions.id
    LIMIT 1 OFFSET @kept
);

-- name: PruneVersions :execrows
DELETE FROM versions WHERE id IN (
    SELECT v.id FROM versions AS v
    WHERE v.superseded AND v.saved_at < @before
    ORDER BY v.saved_at LIMIT @limited_to
);

-- name: GetHistoryStarted :one
SELECT history_started FROM site_state;

-- name: MarkHistoryStarted :exec
UPDATE site_state SET history_started = TRUE;

-- name: ListContentWithoutVersion :many
SELECT r.id FROM content_items AS r
WHERE NOT EXISTS (SELECT 1 FROM versions AS v WHERE v.kind = 'content' AND v.record_id = CAST(r.id AS TEXT)) ORDER BY r.id;

-- name: ListServicesWithoutVersion :many
SELECT r.id FROM services AS r
WHERE NOT EXISTS (SELECT 1 FROM versions AS v WHERE v.kind = 'service' AND v.record_id = CAST(r.id AS TEXT)) ORDER BY r.id;

-- name: ListPostsWithoutVersion :many
SELECT r.id FROM posts AS r
WHERE NOT EXISTS (SELECT 1 FROM versions AS v WHERE v.kind = 'post' AND v.record_id = CAST(r.id AS TEXT)) ORDER BY r.id;

-- name: ListSocialLinksWithoutVersion :many
SELECT r.id FROM social_links AS r
WHERE NOT EXISTS (SELECT 1 FROM versions AS v WHERE v.kind = 'social-link' AND v.record_id = CAST(r.id AS TEXT)) ORDER BY r.id;

-- name: ListSpecialDaysWithoutVersion :many
SELECT r.id FROM special_days AS r
WHERE NOT EXISTS (SELECT 1 FROM versions AS v WHERE v.kind = 'special-day' AND v.record_id = CAST(r.id AS TEXT)) ORDER BY r.id;

-- name: ListHoursWithoutVersion :many
SELECT r.day FROM business_hours AS r
WHERE NOT EXISTS (SELECT 1 FROM versions AS v WHERE v.kind = 'hours' AND v.record_id = r.day) ORDER BY r.day;

-- name: ListImagesWithoutVersion :many
SELECT r.id FROM images AS r
WHERE NOT EXISTS (SELECT 1 FROM versions AS v WHERE v.kind = 'image' AND v.record_id = r.id) ORDER BY r.id;
