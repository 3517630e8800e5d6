package store

import (
	"context"
	"errors"
	"strings"

	"perimeter/internal/media"
	"perimeter/internal/scope"
	"perimeter/internal/site"
	"perimeter/internal/store/db"
)

// The kinds of records that name images.
const (
	useContent = "content"
	useService = "service"
	usePost    = "post"
	useCompany = "company"
)

func (r reader) ImageUses(ctx context.Context, imageIDs []string) (map[string][]media.Use, error) {
	rows, err := all(ctx, r, func(ctx context.Context) ([]db.ListImageUsesRow, error) {
		return db.ForEach(ctx, r.q, (*db.Queries).ListImageUses, imageIDs)
	}, same)
	uses := map[string][]media.Use{}
	for _, row := range rows {
		uses[row.ImageID] = append(uses[row.ImageID], media.Use{Kind: row.Kind, ID: row.RecordID, Title: row.Title})
	}
	return uses, err
}

// touchImage touches the scopes of the image's aliases that a text names. By the
// others nobody sees it.
func (t tx) touchImage(ctx context.Context, id string) error {
	used, err := all(ctx, t.reader, func(ctx context.Context) ([]string, error) {
		return t.q.ListUsedAddresses(ctx, id)
	}, same)
	for _, uploadID := range used {
		t.touch(scope.Image(uploadID))
	}
	return err
}

// putImageUses replaces the list of images that the texts of a record name. Every
// method that stores or deletes such a record calls it.
func (t tx) putImageUses(ctx context.Context, kind string, id int64, texts ...string) error {
	return exec(ctx, t, subject{}, func(ctx context.Context, uploadIDs []string) error {
		if err := t.q.DeleteImageUsesOf(ctx, db.DeleteImageUsesOfParams{Kind: kind, RecordID: id}); err != nil {
			return err
		}
		for _, uploadID := range uploadIDs {
			use := db.InsertImageUseParams{UploadID: uploadID, Kind: kind, RecordID: id}
			if err := t.q.InsertImageUse(ctx, use); err != nil {
				return err
			}
		}
		return nil
	}, imagesIn(kind, texts...))
}

// imagesIn returns what the list of uses has of the texts of a record: the upload
// IDs and, for the text of an article, the origins of images on other sites. The
// content security policy allows these; to find them in the texts of all articles
// would take too long.
func imagesIn(kind string, texts ...string) []string {
	named := media.UploadsIn(texts...)
	if kind == usePost {
		named = append(named, site.ImageOriginsInText(strings.Join(texts, " "))...)
	}
	return named
}

// usesOf returns putImageUses for the records of a kind.
func (t tx) usesOf(kind string) func(ctx context.Context, id int64, texts ...string) error {
	return func(ctx context.Context, id int64, texts ...string) error {
		return t.putImageUses(ctx, kind, id, texts...)
	}
}

// firstTextsWithImages lists the records that may name images in the tables of the
// version at which uses were first stored; textsWithImages those of today.
var (
	firstTextsWithImages = map[string]string{
		useContent: `SELECT id, value FROM content_items WHERE value LIKE '%/objects/%'`,
		useService: `SELECT id, image_url || ' ' || full_description || ' ' || template FROM services
			WHERE image_url LIKE '%/objects/%' OR full_description LIKE '%/objects/%' OR template LIKE '%/objects/%'`,
		usePost: `SELECT id, image_url || ' ' || content FROM posts
			WHERE image_url LIKE '%/objects/%' OR content LIKE '%/objects/%'`,
	}

	textsWithImages = map[string]string{
		useContent: firstTextsWithImages[useContent],
		useService: firstTextsWithImages[useService],
		usePost:    firstTextsWithImages[usePost] + ` OR content LIKE '%![%](http%'`,
		useCompany: `SELECT id, document FROM company WHERE document LIKE '%/objects/%'`,
	}
)

// findImageUses fills the empty table of uses by searching all texts. It is for
// records that were stored without putImageUses: those of a dump, or of a release
// before the table.
func findImageUses(ctx context.Context, tx db.DBTX, texts map[string]string) error {
	for kind, query := range texts {
		named, err := imagesByRecord(ctx, tx, kind, query)
		if err != nil {
			return err
		}
		for id, images := range named {
			for _, image := range images {
				use := db.InsertImageUseParams{UploadID: image, Kind: kind, RecordID: id}
				if err := db.New(tx).InsertImageUse(ctx, use); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func imagesByRecord(ctx context.Context, tx db.DBTX, kind, query string) (_ map[int64][]string, err error) {
	rows, err := tx.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	named := map[int64][]string{}
	for rows.Next() {
		var id int64
		var text string
		if err := rows.Scan(&id, &text); err != nil {
			return nil, err
		}
		named[id] = imagesIn(kind, text)
	}
	return named, rows.Err()
}
