-- Where the content is not wanted, it is not read either.
-- name: ListPostPage :many
SELECT id, slug, title, image_url, published_at, updated_at, excerpt,
    CAST(CASE WHEN CAST(@with_content AS BOOLEAN) THEN content ELSE '' END AS TEXT) AS content
FROM posts
WHERE (published_at, id) < (CAST(@after_published_at AS BIGINT), CAST(@after_id AS BIGINT))
  AND (CAST(@pattern AS TEXT) = '%%'
       OR lower(title) LIKE CAST(@pattern AS TEXT) ESCAPE '\'
       OR slug LIKE CAST(@pattern AS TEXT) ESCAPE '\')
ORDER BY published_at DESC, id DESC
LIMIT @limited_to OFFSET @skipped;

-- name: ListPostHeadings :many
SELECT id, slug, title, published_at, updated_at FROM posts
WHERE (published_at, id) < (CAST(@after_published_at AS BIGINT), CAST(@after_id AS BIGINT))
ORDER BY published_at DESC, id DESC
LIMIT @limited_to;

-- name: ListPostRange :many
SELECT * FROM posts WHERE id >= @first_id AND id < @end_id ORDER BY id;

-- name: GetPost :one
SELECT * FROM posts WHERE id = $1;

-- name: GetPostBySlug :one
SELECT * FROM posts AS t
WHERE t.slug = $1
   OR t.id = (SELECT r.target_id FROM redirects AS r WHERE r.kind = 'post' AND r.slug = $1)
ORDER BY CASE WHEN t.slug = $1 THEN 0 ELSE 1 END
LIMIT 1;

-- name: InsertPost :one
INSERT INTO posts (title, slug, excerpt, content, image_url, published_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
RETURNING *;

-- name: UpdatePost :one
UPDATE posts
SET title = $2, slug = $3, excerpt = $4, content = $5, image_url = $6, published_at = $7, updated_at = $8
WHERE id = $1
RETURNING *;

-- name: DeletePost :execrows
DELETE FROM posts WHERE id = $1;

-- name: ListPostImageURLs :many
SELECT DISTINCT image_url FROM posts WHERE image_url LIKE '%//%' ORDER BY image_url;

-- The texts of posts alone name other sites here. Upload IDs begin with a capital letter or a digit.
-- name: ListPostImageOrigins :many
SELECT DISTINCT upload_id FROM image_uses
WHERE upload_id >= 'http' AND upload_id < 'httq'
ORDER BY upload_id;
