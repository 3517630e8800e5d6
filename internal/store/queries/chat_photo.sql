-- Waiting are the visitor's photos since the last message of the staff.
-- name: CountChatPhotos :one
SELECT COUNT(*) AS total,
       CAST(COALESCE(SUM(CASE WHEN NOT m.staff AND m.id > (SELECT COALESCE(MAX(s.id), 0) FROM chat_messages AS s
                                                           WHERE s.conversation_id = $1 AND s.staff)
                              THEN 1 ELSE 0 END), 0) AS BIGINT) AS waiting
FROM chat_messages AS m WHERE m.conversation_id = $1 AND m.photo_id <> '';

-- name: InsertChatPhoto :exec
INSERT INTO chat_photos (id, conversation_id, jpeg) VALUES ($1, $2, $3);

-- name: GetChatPhoto :one
SELECT jpeg FROM chat_photos WHERE id = $1;

-- name: GetChatPhotoOf :one
SELECT jpeg FROM chat_photos WHERE id = $1 AND conversation_id = $2;

-- name: ListChatPhotos :many
SELECT photo_id, photo_width, photo_height FROM chat_messages WHERE photo_id <> '' ORDER BY id;
