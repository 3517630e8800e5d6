-- name: GetReviewFeed :one
SELECT source, as_of, not_before, failures, problem, needs_owner, page FROM review_feed;

-- name: GetReviews :one
SELECT reviews FROM review_feed;

-- name: ClaimReviewFeed :execrows
UPDATE review_feed SET not_before = sqlc.arg(until)
WHERE not_before = sqlc.arg(seen_not_before) AND as_of = sqlc.arg(seen_as_of);

-- name: PutReviewFeed :exec
UPDATE review_feed
SET source = $1, as_of = $2, not_before = $3, failures = $4, problem = $5, needs_owner = $6, page = $7;

-- name: PutReviews :exec
UPDATE review_feed SET reviews = $1;

-- name: GetReviewPhoto :one
SELECT jpeg FROM review_photos WHERE name = $1;

-- name: PutReviewPhoto :exec
INSERT INTO review_photos (name, jpeg)
VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET jpeg = excluded.jpeg;

-- name: ListReviewPhotoNames :many
SELECT name FROM review_photos ORDER BY name;

-- name: DeleteReviewPhoto :exec
DELETE FROM review_photos WHERE name = $1;
