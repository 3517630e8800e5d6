package media

import (
	"fmt"
	"regexp"
	"strings"
)

// ImageFile is a file that the storage must hold for an image.
type ImageFile struct {
	Key  string
	Hash string // SHA-256 in hexadecimal, or "" for variants, whose hash is not recorded
}

var sha256Hex = regexp.MustCompile(`^[0-9a-f]{64}$`)

// Files returns the original and the variants. It fails if the record could not
// have been made by this package, as in an altered backup.
func (i Image) Files() ([]ImageFile, error) {
	if !uploadID.MatchString(i.ID) || !sha256Hex.MatchString(i.Hash) {
		return nil, fmt.Errorf("the image %q has a malformed ID or hash", i.ID)
	}
	files := []ImageFile{{Key: i.key(), Hash: i.Hash}}
	for _, v := range i.Variants {
		files = append(files, ImageFile{Key: v.key()})
	}
	for _, f := range files {
		if !imageKey.MatchString(f.Key) || !strings.HasPrefix(f.Key, folder(i.ID)) {
			return nil, fmt.Errorf("the image %s has a malformed file name %q", i.ID, f.Key)
		}
	}
	return files, nil
}
