package media

import "sync"

// maxCachedImages limits how many images are kept.
const maxCachedImages = 1000

// imageCache keeps images whose files were opened. Files are asked for far more
// often than images change, and while the database is unavailable they are still
// served.
type imageCache struct {
	mu     sync.Mutex
	images map[string]cachedImage // by upload ID
}

type cachedImage struct {
	*Image
	revision int64 // at which it was read
}

func (c *imageCache) find(uploadID string) (cachedImage, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	image, ok := c.images[uploadID]
	return image, ok
}

func (c *imageCache) remember(uploadID string, image cachedImage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.images == nil {
		c.images = map[string]cachedImage{}
	}
	if len(c.images) >= maxCachedImages {
		for old := range c.images { // any one, since it can be read again
			delete(c.images, old)
			break
		}
	}
	c.images[uploadID] = image
}

func (c *imageCache) forget(uploadID string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.images, uploadID)
}
