-- The order of the blog, with the columns that the sitemap and the search read, so
-- that neither touches the articles; and the few posts with images of other sites.

-- +goose Up

CREATE INDEX posts_newest ON posts (published_at, id, updated_at, slug, title);
CREATE INDEX posts_foreign_images ON posts (id) WHERE image_url LIKE '%//%';
