package media

import "context"

// Missing returns those of the URLs that an uploaded image should have, but that
// no image in the store has.
func Missing(ctx context.Context, store Store, urls []string) ([]string, error) {
	var missing []string
	for _, url := range urls {
		id := uploadIDOf(url)
		if id == "" {
			continue
		}
		images, err := store.ImagesByUpload(ctx, []string{id})
		if err != nil {
			return nil, err
		}
		if len(images) == 0 {
			missing = append(missing, url)
		}
	}
	return missing, nil
}
