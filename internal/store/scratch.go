package store

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// scratchPrefix begins the names of schemas that Scratch makes.
const scratchPrefix = "perimeter_scratch_"

// scratchAge is after how long a scratch schema belongs to a process that was killed.
const scratchAge = 24 * time.Hour

// Scratch makes an empty schema beside the tables of a PostgreSQL database, for a copy
// that is thrown away, and returns its URL. It needs the right to create schemas,
// which the owner of the database has.
func Scratch(ctx context.Context, databaseURL string) (scratchURL string, remove func() error, err error) {
	config, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return "", nil, fmt.Errorf("database URL: %w", err)
	}
	u, err := url.Parse(databaseURL)
	if err != nil || u.Scheme == "" {
		return "", nil, errors.New("the database URL does not begin with postgres://")
	}
	execute := func(ctx context.Context, use func(context.Context, *pgx.Conn) error) error {
		ctx, cancel := context.WithTimeout(ctx, transactionTimeout)
		defer cancel()
		conn, err := pgx.ConnectConfig(ctx, config)
		if err != nil {
			return err
		}
		return errors.Join(use(ctx, conn), conn.Close(ctx))
	}
	name := scratchPrefix + time.Now().UTC().Format("20060102150405_") + strings.ToLower(rand.Text()[:8])
	err = execute(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		if err := dropOldScratch(ctx, conn); err != nil {
			return err
		}
		_, err := conn.Exec(ctx, "CREATE SCHEMA "+name)
		return err
	})
	if err != nil {
		return "", nil, err
	}
	query := u.Query()
	query.Set("search_path", name)
	u.RawQuery = query.Encode()
	return u.String(), func() error {
		return execute(context.WithoutCancel(ctx), func(ctx context.Context, conn *pgx.Conn) error {
			_, err := conn.Exec(ctx, "DROP SCHEMA "+name+" CASCADE")
			return err
		})
	}, nil
}

// dropOldScratch removes what processes that were killed have left.
func dropOldScratch(ctx context.Context, conn *pgx.Conn) error {
	rows, err := conn.Query(ctx, "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, $1)", scratchPrefix)
	if err != nil {
		return err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	oldest := scratchPrefix + time.Now().Add(-scratchAge).UTC().Format("20060102150405")
	for _, name := range names {
		if name < oldest {
			if _, err := conn.Exec(ctx, "DROP SCHEMA "+pgx.Identifier{name}.Sanitize()+" CASCADE"); err != nil {
				return err
			}
		}
	}
	return nil
}
