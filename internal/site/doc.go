// Package site owns what the company publishes: content, services, posts, social
// links, hours, redirects, and what each page and the sitemap show.
// It must not know how anything is stored, rendered or sent over HTTP, nor the
// URLs of pages.
package site
