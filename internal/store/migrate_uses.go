package store

import (
	"context"
	"database/sql"

	"github.com/pressly/goose/v3"
)

// fillImageUses follows the migration that creates the table. It is in Go because
// the SQL of the two engines cannot find all URLs in a text. When a kind of record
// is added to textsWithImages, this migration must keep the kinds of its version:
// the table of another does not exist yet when it runs.
var fillImageUses = goose.NewGoMigration(32, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
	return findImageUses(ctx, tx, textsWithImages)
}}, nil)
