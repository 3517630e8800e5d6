-- name: ListImages :many
SELECT * FROM images
WHERE lower(name) LIKE CAST(@pattern AS TEXT) ESCAPE '\' OR lower(alt) LIKE CAST(@pattern AS TEXT) ESCAPE '\'
ORDER BY
    CASE WHEN CAST(@sort AS TEXT) = 'name' THEN lower(name) END,
    CASE CAST(@sort AS TEXT) WHEN 'largest' THEN -size WHEN 'oldest' THEN uploaded_at END,
    uploaded_at DESC, id
LIMIT @limited_to OFFSET @after;

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

-- name: ListImageAddresses :many
SELECT * FROM image_addresses ORDER BY address;

-- name: ListMentions :many
SELECT 'content' AS kind, id, key AS title, value AS texts FROM content_items
WHERE value LIKE '%/objects/%'
UNION ALL
SELECT 'service', id, name, image_url || ' ' || full_description || ' ' || template FROM services
WHERE image_url LIKE '%/objects/%' OR full_description LIKE '%/objects/%' OR template LIKE '%/objects/%'
UNION ALL
SELECT 'post', id, title, image_url || ' ' || content FROM posts
WHERE image_url LIKE '%/objects/%' OR content LIKE '%/objects/%'
UNION ALL
SELECT 'company', id, 'people', document FROM company
WHERE document LIKE '%/objects/%'
ORDER BY 1, 2;

-- name: PutImage :exec
INSERT INTO images (
    id, hash, name, alt, media_type, size, width, height, uploaded_at, optimised, preview, variants, attempts
) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
ON CONFLICT (id) DO UPDATE SET
    hash = excluded.hash, name = excluded.name, alt = excluded.alt, media_type = excluded.media_type,
    size = excluded.size, width = excluded.width, height = excluded.height, uploaded_at = excluded.uploaded_at,
    optimised = excluded.optimised, preview = excluded.preview, variants = excluded.variants,
    attempts = excluded.attempts;

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
