package store

import (
	"context"
	"database/sql"

	"github.com/pressly/goose/v3"
)

// fillImageUses follows the migration that creates the table. It is in Go because
// the SQL of the two engines cannot find all URLs in a text.
var fillImageUses = goose.NewGoMigration(32, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
	return findImageUses(ctx, tx, firstTextsWithImages)
}}, nil)
