package main

import (
	"context"
	"fmt"
)

// migrateCommand brings the tables up to date without starting a server. Like a
// server, it may run beside other replicas on PostgreSQL and alone on SQLite.
type migrateCommand struct{ dataFlags }

func (c migrateCommand) Run(ctx context.Context, s streams) error {
	db, err := c.openStore(ctx, forMigrating)
	if err != nil {
		return err
	}
	if err := db.Close(); err != nil {
		return err
	}
	fmt.Fprintln(s.out, "The database is up to date.")
	return nil
}
