-- name: ListBusinessHours :many
SELECT * FROM business_hours;

-- name: PutDayHours :exec
INSERT INTO business_hours (day, open_time, close_time, is_closed, second_open_time, second_close_time, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (day) DO UPDATE
SET open_time = excluded.open_time, close_time = excluded.close_time, is_closed = excluded.is_closed,
    second_open_time = excluded.second_open_time, second_close_time = excluded.second_close_time,
    updated_at = excluded.updated_at;

-- name: ListSpecialDays :many
SELECT * FROM special_days ORDER BY date, end_date;

-- name: GetSpecialDay :one
SELECT * FROM special_days WHERE id = $1;

-- name: InsertSpecialDay :one
INSERT INTO special_days (date, end_date, is_closed, open_time, close_time, label, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
RETURNING *;

-- name: UpdateSpecialDay :one
UPDATE special_days
SET date = $2, end_date = $3, is_closed = $4, open_time = $5, close_time = $6, label = $7, updated_at = $8
WHERE id = $1
RETURNING *;

-- name: DeleteSpecialDay :execrows
DELETE FROM special_days WHERE id = $1;

-- name: GetDayHours :one
SELECT * FROM business_hours WHERE day = $1;

-- name: DeleteDayHours :execrows
DELETE FROM business_hours WHERE day = $1;
