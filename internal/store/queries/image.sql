-- name: ListImages :many
SELECT * FROM images
WHERE lower(name) LIKE CAST(@pattern AS TEXT) ESCAPE '\' OR lower(alt) LIKE CAST(@pattern AS TEXT) ESCAPE '\'
ORDER BY
    CASE WHEN CAST(@sort AS TEXT) = 'name' THEN lower(name) END,
    CASE CAST(@sort AS TEXT) WHEN 'largest' THEN -size WHEN 'oldest' THEN uploaded_at END,
    uploaded_at DESC, id
LIMIT @limited_to OFFSET @after;

-- name: ListNewestImages :many
SELECT * FROM images ORDER BY uploaded_at DESC, id LIMIT @limited_to OFFSET @after;

-- name: ListImagesAfter :many
SELECT * FROM images WHERE id > @after ORDER BY id LIMIT @limited_to;

-- name: CountAllImages :one
SELECT COUNT(*) FROM images;

-- name: CountImages :one
SELECT COUNT(*) FROM images
WHERE lower(name) LIKE CAST(@pattern AS TEXT) ESCAPE '\' OR lower(alt) LIKE CAST(@pattern AS TEXT) ESCAPE '\';

-- name: GetImage :one
SELECT * FROM images WHERE id = $1;

-- name: GetImageByHash :one
SELECT * FROM images WHERE hash = $1;

-- name: GetImageByAddress :one
SELECT images.* FROM image_addresses
JOIN images ON images.id = image_addresses.image_id
WHERE image_addresses.address = $1;

-- name: GetNextUnoptimisedImage :one
SELECT * FROM images WHERE optimised = FALSE ORDER BY attempts, uploaded_at, id LIMIT 1;

-- name: ListGivenUpImages :many
SELECT * FROM images
WHERE optimised = TRUE AND attempts > 0 AND variants = '[]' AND attempts >= $1
ORDER BY uploaded_at, id;

-- name: ListImagesByAddress :many
SELECT image_addresses.address, sqlc.embed(images) FROM image_addresses
JOIN images ON images.id = image_addresses.image_id
WHERE image_addresses.address = $1;

-- name: ListAddressesOf :many
SELECT address FROM image_addresses WHERE image_id = $1 ORDER BY address;

-- name: ListUsedAddresses :many
SELECT address FROM image_addresses
WHERE image_id = $1 AND address IN (SELECT upload_id FROM image_uses);

-- name: ListImageUses :many
SELECT DISTINCT a.image_id, u.kind, u.record_id, CAST(CASE u.kind WHEN 'company' THEN 'people'
    ELSE COALESCE(c.key, s.name, p.title, '') END AS TEXT) AS title
FROM image_addresses AS a
JOIN image_uses AS u ON u.upload_id = a.address
LEFT JOIN content_items AS c ON u.kind = 'content' AND c.id = u.record_id
LEFT JOIN services AS s ON u.kind = 'service' AND s.id = u.record_id
LEFT JOIN posts AS p ON u.kind = 'post' AND p.id = u.record_id
WHERE a.image_id = $1
ORDER BY u.kind, u.record_id;

-- name: DeleteImageUsesOf :exec
DELETE FROM image_uses WHERE kind = $1 AND record_id = $2;

-- name: InsertImageUse :exec
INSERT INTO image_uses (upload_id, kind, record_id) VALUES ($1, $2, $3);

-- name: PutImage :exec
INSERT INTO images (
    id, hash, name, alt, media_type, size, width, height, uploaded_at, optimised, preview, variants, attempts,
    texts_updated_at
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
ON CONFLICT (id) DO UPDATE SET
    hash = excluded.hash, name = excluded.name, alt = excluded.alt, media_type = excluded.media_type,
    size = excluded.size, width = excluded.width, height = excluded.height, uploaded_at = excluded.uploaded_at,
    optimised = excluded.optimised, preview = excluded.preview, variants = excluded.variants,
    attempts = excluded.attempts, texts_updated_at = excluded.texts_updated_at;

-- name: PutImageAttempts :exec
UPDATE images SET attempts = $2 WHERE id = $1;

-- name: PutImageAddress :exec
INSERT INTO image_addresses (address, image_id) VALUES ($1, $2);

-- name: DeleteImage :execrows
DELETE FROM images WHERE id = $1;

-- name: GetUpload :one
SELECT * FROM uploads WHERE id = $1;

-- name: ListExpiredUploads :many
SELECT * FROM uploads WHERE expires_at < $1 ORDER BY expires_at, id;

-- name: PutUpload :exec
INSERT INTO uploads (id, token_hash, name, media_type, size, expires_at, session_hash)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (id) DO UPDATE SET
    token_hash = excluded.token_hash, name = excluded.name, media_type = excluded.media_type,
    size = excluded.size, expires_at = excluded.expires_at, session_hash = excluded.session_hash;

-- name: DeleteUpload :exec
DELETE FROM uploads WHERE id = $1;
