-- name: ListBusinessHours :many
SELECT * FROM business_hours;

-- name: PutDayHours :exec
INSERT INTO business_hours (day, open_time, close_time, is_closed)
VALUES ($1, $2, $3, $4)
ON CONFLICT (day) DO UPDATE
SET open_time = excluded.open_time, close_time = excluded.close_time, is_closed = excluded.is_closed;
