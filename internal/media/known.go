package media

import "sync"

// maxKnownImages limits how many images are remembered.
const maxKnownImages = 1000

// knownImages are images whose files were opened. Files are asked for far more
// often than images change, and while the database is unavailable they are still
// served.
type knownImages struct {
	mu     sync.Mutex
	images map[string]knownImage // by upload ID
}

type knownImage struct {
	*Image
	revision int64 // at which it was read
}

func (k *knownImages) find(uploadID string) (knownImage, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	image, ok := k.images[uploadID]
	return image, ok
}

func (k *knownImages) remember(uploadID string, image knownImage) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.images == nil {
		k.images = map[string]knownImage{}
	}
	if len(k.images) >= maxKnownImages {
		for old := range k.images { // any one, since it can be read again
			delete(k.images, old)
			break
		}
	}
	k.images[uploadID] = image
}

func (k *knownImages) forget(uploadID string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.images, uploadID)
}
