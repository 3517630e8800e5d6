package media

import (
	"context"
	"fmt"
	"strings"
)

// Use is a place on the site that shows an image.
type Use struct {
	Kind  string `json:"kind" enum:"content,service,post,company"`
	ID    int64  `json:"id"`
	Title string `json:"title"`
}

// usesOf returns the uses of one image; the list is never nil.
func usesOf(ctx context.Context, tx Tx, id string) ([]Use, error) {
	uses, err := tx.ImageUses(ctx, []string{id})
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
