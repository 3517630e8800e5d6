package site

import (
	"context"
	"regexp"
	"sync"

	"perimeter/internal/media"
)

// bundledImage returns the bundled picture of the starter record with the slug, or
// "" if there is none.
func bundledImage(slug string) string { return starterImages()[slug] }

var starterImages = sync.OnceValue(func() map[string]string {
	images := map[string]string{}
	content, err := readStarter()
	if err != nil {
		return images // FillStarter reports it
	}
	for _, service := range content.Services {
		images[service.Slug] = service.ImageURL
	}
	for _, post := range content.Posts {
		images[post.Slug] = post.ImageURL
	}
	return images
})

// uploadedImage matches an image of the library in stored HTML, which safehtml has
// written in one regular form.
var uploadedImage = regexp.MustCompile(`<img(?: [a-z-]+="[^"]*")*? src="(` + media.UploadsPath + `[A-Z2-7]{26})"[^>]*>`)

// removeMissingImages removes the elements of deleted images from texts of HTML.
func (s *Site) removeMissingImages(ctx context.Context, texts ...*string) error {
	if s.images == nil {
		return nil
	}
	for _, html := range texts {
		var urls []string
		for _, match := range uploadedImage.FindAllStringSubmatch(*html, -1) {
			urls = append(urls, match[1])
		}
		if len(urls) == 0 {
			continue
		}
		found, err := s.images.Details(ctx, urls)
		if err != nil {
			return err
		}
		next := 0
		*html = uploadedImage.ReplaceAllStringFunc(*html, func(element string) string {
			next++
			if found[next-1] == nil {
				return ""
			}
			return element
		})
	}
	return nil
}
