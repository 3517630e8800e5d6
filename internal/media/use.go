package media

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Use is a place on the site that shows an image.
type Use struct {
	Kind  string `json:"kind" enum:"content,service,post,company"`
	ID    int64  `json:"id"`
	Title string `json:"title"`
}

type mentionReader interface {
	Mentions(ctx context.Context) ([]Mention, error)
	ImageAliases(ctx context.Context) ([]Alias, error)
}

// findUses returns the uses of all images by image ID.
func findUses(ctx context.Context, r mentionReader) (map[string][]Use, error) {
	mentions, err := r.Mentions(ctx)
	if err != nil {
		return nil, err
	}
	aliases, err := r.ImageAliases(ctx)
	if err != nil {
		return nil, err
	}
	imageIDs := make(map[string]string, len(aliases))
	for _, a := range aliases {
		imageIDs[a.UploadID] = a.ImageID
	}
	uses := map[string][]Use{}
	for _, mention := range mentions {
		for _, match := range imageInText.FindAllStringSubmatch(mention.Text, -1) {
			id := imageIDs[match[1]]
			if id != "" && !slices.Contains(uses[id], mention.Use) {
				uses[id] = append(uses[id], mention.Use)
			}
		}
	}
	return uses, nil
}

// usesOf returns the uses of one image; the list is never nil.
func usesOf(ctx context.Context, r mentionReader, id string) ([]Use, error) {
	uses, err := findUses(ctx, r)
	return append([]Use{}, uses[id]...), err
}

// maxNamedUses is how many uses a message names.
const maxNamedUses = 5

// describeUses names uses for people.
func describeUses(uses []Use) string {
	var names []string
	for _, use := range uses {
		if len(names) == maxNamedUses {
			names = append(names, fmt.Sprintf("%d more", len(uses)-maxNamedUses))
			break
		}
		kind := map[string]string{
			"content": "the content item", "service": "the service", "post": "the blog post", "company": "the company's",
		}[use.Kind]
		names = append(names, fmt.Sprintf("%s %q", kind, use.Title))
	}
	if len(names) == 1 {
		return names[0]
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
