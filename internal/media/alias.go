package media

import "sync"

// maxKnownAliases limits how many aliases are remembered.
const maxKnownAliases = 1000

// knownAliases are images that were opened by an alias. The storage does not know
// aliases, so without the database only these can be opened. All other images are
// found by the files in their folder.
type knownAliases struct {
	mu     sync.Mutex
	images map[string]Image // by alias
}

func (k *knownAliases) find(alias string) (Image, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	image, ok := k.images[alias]
	return image, ok
}

func (k *knownAliases) remember(alias string, image Image) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.images == nil {
		k.images = map[string]Image{}
	}
	if len(k.images) >= maxKnownAliases {
		for old := range k.images { // any one
			delete(k.images, old)
			break
		}
	}
	k.images[alias] = image
}

func (k *knownAliases) forget(alias string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.images, alias)
}
