package store

import (
	"context"
	"math"
	"strings"
	"time"

	"perimeter/internal/media"
	"perimeter/internal/scope"
	"perimeter/internal/store/db"
)

func image(row db.Image) media.Image {
	return media.Image{
		ID:         row.ID,
		URL:        media.ImageURL(row.ID),
		Name:       row.Name,
		Alt:        row.Alt,
		MediaType:  row.MediaType,
		Size:       row.Size,
		Width:      int(row.Width),
		Height:     int(row.Height),
		Preview:    row.Preview,
		Variants:   convertAll(row.Variants, func(v db.Variant) media.Variant { return media.Variant(v) }),
		UploadedAt: instant(row.UploadedAt),
		UpdatedAt:  optionalInstant(row.TextsUpdatedAt),
		Uses:       []media.Use{},
		Hash:       row.Hash,
		Optimised:  row.Optimised,
		Attempts:   int(row.Attempts),
	}
}

func upload(row db.Upload) media.Upload {
	u := media.Upload{
		ID:        row.ID,
		Name:      row.Name,
		Type:      row.MediaType,
		Size:      row.Size,
		ExpiresAt: instant(row.ExpiresAt),
	}
	copy(u.TokenHash[:], row.TokenHash)
	copy(u.SessionHash[:], row.SessionHash)
	return u
}

// containing returns a LIKE pattern that matches the text literally.
func containing(text string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(lower(text)) + "%"
}

// lower changes the letters that the lower function of both engines changes.
func lower(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
}

func (r reader) Images(ctx context.Context, q media.Query) ([]media.Image, error) {
	limit, offset := int32(min(q.Limit, math.MaxInt32)), int32(min(q.Offset, math.MaxInt32))
	return all(ctx, r, func(ctx context.Context) ([]db.Image, error) {
		if q.Search == "" && q.Sort == media.SortNewest { // the only order with an index
			return r.q.ListNewestImages(ctx, db.ListNewestImagesParams{LimitedTo: limit, After: offset})
		}
		return r.q.ListImages(ctx, db.ListImagesParams{
			Pattern: containing(q.Search), Sort: string(q.Sort), LimitedTo: limit, After: offset,
		})
	}, image)
}

func (r reader) ImagesAfter(ctx context.Context, id string, limit int) ([]media.Image, error) {
	return all(ctx, r, func(ctx context.Context) ([]db.Image, error) {
		return r.q.ListImagesAfter(ctx, db.ListImagesAfterParams{After: id, LimitedTo: int32(min(limit, math.MaxInt32))})
	}, image)
}

func (r reader) CountImages(ctx context.Context, search string) (int, error) {
	if search == "" {
		return one(ctx, r, subject{}, func(ctx context.Context, _ struct{}) (int64, error) {
			return r.q.CountAllImages(ctx)
		}, struct{}{}, func(n int64) int { return int(n) })
	}
	return one(ctx, r, subject{}, r.q.CountImages, containing(search), func(n int64) int { return int(n) })
}

func (r reader) Image(ctx context.Context, id string) (media.Image, error) {
	return one(ctx, r, subject{noun: "image"}, r.q.GetImage, id, image)
}

func (r reader) ImageByUpload(ctx context.Context, uploadID string) (media.Image, error) {
	return one(ctx, r, subject{noun: "image"}, r.q.GetImageByAddress, uploadID, image)
}

func (r reader) ImageByHash(ctx context.Context, hash string) (media.Image, error) {
	return one(ctx, r, subject{noun: "image"}, r.q.GetImageByHash, hash, image)
}

func (r reader) NextUnoptimised(ctx context.Context) (media.Image, error) {
	return one(ctx, r, subject{noun: "image"}, func(ctx context.Context, _ struct{}) (db.Image, error) {
		return r.q.GetNextUnoptimisedImage(ctx)
	}, struct{}{}, image)
}

func (r reader) GivenUpImages(ctx context.Context, attempts int) ([]media.Image, error) {
	return all(ctx, r, func(ctx context.Context) ([]db.Image, error) {
		return r.q.ListGivenUpImages(ctx, int64(attempts))
	}, image)
}

func (r reader) ImagesByUpload(ctx context.Context, uploadIDs []string) (map[string]media.Image, error) {
	for _, uploadID := range uploadIDs {
		scope.Read(ctx, scope.Image(uploadID))
	}
	rows, err := all(ctx, r, func(ctx context.Context) ([]db.ListImagesByAddressRow, error) {
		return db.ForEach(ctx, r.q, (*db.Queries).ListImagesByAddress, uploadIDs)
	}, same)
	images := make(map[string]media.Image, len(rows))
	for _, row := range rows {
		images[row.Address] = image(row.Image)
	}
	return images, err
}

func (r reader) Upload(ctx context.Context, id string) (media.Upload, error) {
	return one(ctx, r, subject{noun: "upload"}, r.q.GetUpload, id, upload)
}

func (r reader) ExpiredUploads(ctx context.Context, before time.Time) ([]media.Upload, error) {
	return all(ctx, r, func(ctx context.Context) ([]db.Upload, error) {
		return r.q.ListExpiredUploads(ctx, micros(before))
	}, upload)
}

func (t tx) ImageAliases(ctx context.Context, id string) ([]string, error) {
	return all(ctx, t.reader, func(ctx context.Context) ([]string, error) {
		return t.q.ListAddressesOf(ctx, id)
	}, same)
}

func (t tx) PutImage(ctx context.Context, i media.Image) error {
	err := exec(ctx, t, subject{noun: "image", field: "hash", value: i.Hash}, t.q.PutImage, db.PutImageParams{
		ID:         i.ID,
		Hash:       i.Hash,
		Name:       i.Name,
		Alt:        i.Alt,
		MediaType:  i.MediaType,
		Size:       i.Size,
		Width:      int64(i.Width),
		Height:     int64(i.Height),
		UploadedAt: micros(i.UploadedAt),
		Optimised:  i.Optimised,
		Preview:    i.Preview,
		Variants:   convertAll(i.Variants, func(v media.Variant) db.Variant { return db.Variant(v) }),
		Attempts:   int64(i.Attempts),

		TextsUpdatedAt: optionalMicros(i.UpdatedAt),
	})
	if err != nil {
		return err
	}
	return t.touchImage(ctx, i.ID)
}

func (t tx) PutImageAttempts(ctx context.Context, id string, attempts int) error {
	return exec(ctx, t, subject{noun: "image"}, t.q.PutImageAttempts, db.PutImageAttemptsParams{ID: id, Attempts: int64(attempts)})
}

func (t tx) PutImageAlias(ctx context.Context, a media.Alias) error {
	err := exec(ctx, t, subject{noun: "image", field: "address", value: a.UploadID}, t.q.PutImageAddress,
		db.PutImageAddressParams{Address: a.UploadID, ImageID: a.ImageID})
	if err != nil {
		return err
	}
	return t.touchImage(ctx, a.ImageID)
}

func (t tx) DeleteImage(ctx context.Context, id string) error {
	// Before the deletion, which takes the aliases with it. Even if nobody names
	// the image, other replicas must stop serving its files.
	aliases, err := t.ImageAliases(ctx, id)
	if err != nil {
		return err
	}
	for _, alias := range aliases {
		t.touch(scope.Image(alias))
	}
	return affect(ctx, t, subject{noun: "image"}, t.q.DeleteImage, id)
}

func (t tx) PutUpload(ctx context.Context, u media.Upload) error {
	return exec(ctx, t, subject{noun: "upload"}, t.q.PutUpload, db.PutUploadParams{
		ID:          u.ID,
		TokenHash:   u.TokenHash[:],
		Name:        u.Name,
		MediaType:   u.Type,
		Size:        u.Size,
		ExpiresAt:   micros(u.ExpiresAt),
		SessionHash: u.SessionHash[:],
	})
}

func (t tx) DeleteUpload(ctx context.Context, id string) error {
	return exec(ctx, t, subject{noun: "upload"}, t.q.DeleteUpload, id)
}
