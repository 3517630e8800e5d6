package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"perimeter/internal/errs"
)

// Verify reads every stored image and returns how many there are and what is
// wrong with them, one sentence for each file.
func (l *Library) Verify(ctx context.Context) (checked int, problems []string, err error) {
	for image, err := range AllImages(ctx, l.store) {
		if err != nil {
			return 0, nil, err
		}
		checked++
		hash, err := l.hash(ctx, image.key())
		switch {
		case errs.KindOf(err) == errs.NotFound:
			problems = append(problems, fmt.Sprintf("The image %s (%s) has no file.", image.ID, image.Name))
		case err != nil:
			return 0, nil, err
		case hash != image.Hash:
			problems = append(problems, fmt.Sprintf("The file of the image %s (%s) was changed.", image.ID, image.Name))
		}
		for _, variant := range image.Variants {
			if _, err := l.hash(ctx, variant.key()); errs.KindOf(err) == errs.NotFound {
				problems = append(problems, fmt.Sprintf("The variant %s of the image %s has no file.", variant.URL, image.ID))
			} else if err != nil {
				return 0, nil, err
			}
		}
	}
	return checked, problems, nil
}

// hash returns the SHA-256 of a stored file, in hexadecimal.
func (l *Library) hash(ctx context.Context, key string) (string, error) {
	file, err := l.storage.Open(ctx, key)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", fmt.Errorf("read %s: %w", key, err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}
