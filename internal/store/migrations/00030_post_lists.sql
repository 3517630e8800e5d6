-- The order of the blog, with the columns that the sitemap and the search read, so
-- that neither touches the articles.

-- +goose Up

CREATE INDEX posts_newest ON posts (published_at, id, updated_at, slug, title);
