package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"perimeter/internal/media"
	"perimeter/internal/store/db"
)

// A dump is the content of all tables as JSON, one value per line, independent of
// the engine: either engine can read it. It has a header, then each table's rows
// and last ID, then an end line; without the end line it is incomplete.

// dumpFormat identifies the format and its version.
const dumpFormat = "perimeter dump 1"

// stateTable holds the revision, which a load must not lower.
const stateTable = "site_state"

// dumpedTables are loaded in this order. Sessions, invitations, password resets,
// uploads, links into conversations and secrets are left out, so that nobody can use
// a backup to act as a signed-in user or as a visitor. So are push subscriptions,
// which end with sessions and need the secret that signs messages. Second factors
// are not: without them a restored account would be open to whoever has its
// password. Connections are dumped with their secrets sealed, and the key is in no
// backup. The audit log is left out because a restore must not replace the record
// of what happened here. Certificates are left out because of their private keys: a
// restored site gets new ones. The counts of rate limits, the challenges of passkeys
// and create keys are left out because they soon end, notices because a restore must not send old
// ones again, who of the staff is away because it concerns the moment, reviews
// because they can be fetched again, the uses of images because they follow from the
// texts, scopes because they belong to the revisions of one database, and the records
// of backups because they belong to one place.
var dumpedTables = []struct {
	name     string
	numbered bool // the database assigns its IDs
}{
	{name: stateTable},
	{name: "content_items", numbered: true},
	{name: "services", numbered: true},
	{name: "posts", numbered: true},
	{name: "social_links", numbered: true},
	{name: "business_hours"},
	{name: "special_days", numbered: true},
	{name: "company"},
	{name: "redirects"},
	{name: "versions", numbered: true},
	{name: "users", numbered: true},
	{name: "totp"},
	{name: "recovery_codes"},
	{name: "passkeys", numbered: true},
	{name: "account_setups"},
	{name: "account_rules"},
	{name: "working_copies"},
	{name: "images"},
	{name: "image_addresses"},
	{name: "chat_replies"},
	{name: "conversations"},
	{name: "chat_messages", numbered: true},
	{name: "chat_photos"},
	{name: "daily_counts"},
	{name: "past_conversations"},
	{name: "chat_notes", numbered: true},
	{name: "connections"},
}

// dumpLine is any line of a dump.
type dumpLine struct {
	Format string `json:"format,omitempty"` // of the header
	Schema int64  `json:"schema,omitempty"` // of the header: the version of the tables
	// WorksWith is in the header if a release has dumped tables of a newer one. Any
	// release that knows this version can load the dump, without what it does not know.
	WorksWith int64 `json:"worksWith,omitempty"`

	Table  string         `json:"table,omitempty"`
	Row    map[string]any `json:"row,omitempty"`
	LastID *int64         `json:"lastId,omitempty"`

	End bool `json:"end,omitempty"`
}

// Dump writes a snapshot of dumpedTables, and calls image for each image of that
// snapshot, whose files belong to it, in the order of their IDs, unless it is nil. It
// returns the revision of the snapshot.
func (s *Store) Dump(ctx context.Context, w io.Writer, image func(media.Image) error) (revision int64, err error) {
	// PostgreSQL needs this isolation level; SQLite has no other.
	snapshot, err := s.read.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
	if err != nil {
		return 0, s.failed(ctx, subject{}, err)
	}
	defer snapshot.Rollback()

	header, err := dumpHeader(ctx, snapshot)
	if err != nil {
		return 0, s.failed(ctx, subject{}, err)
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	if err := out.Encode(header); err != nil {
		return 0, err
	}
	for _, table := range dumpedTables {
		if err := s.dumpRows(ctx, snapshot, table.name, out); err != nil {
			return 0, fmt.Errorf("dump %s: %w", table.name, err)
		}
		if !table.numbered {
			continue
		}
		id, err := s.dialect.lastID(ctx, snapshot, table.name)
		if err != nil {
			return 0, fmt.Errorf("dump %s: %w", table.name, s.failed(ctx, subject{}, err))
		}
		if err := out.Encode(dumpLine{Table: table.name, LastID: &id}); err != nil {
			return 0, err
		}
	}
	if err := out.Encode(dumpLine{End: true}); err != nil {
		return 0, err
	}
	r := reader{q: db.New(snapshot), dialect: s.dialect}
	for found, err := range media.AllImages(ctx, r) {
		if err == nil && image != nil {
			err = image(found)
		}
		if err != nil {
			return 0, err
		}
	}
	return r.storedRevision(ctx)
}

func dumpHeader(ctx context.Context, tx db.DBTX) (dumpLine, error) {
	header := dumpLine{Format: dumpFormat}
	known, err := knownSchema()
	if err != nil {
		return header, err
	}
	if header.Schema, err = schemaVersion(ctx, tx); err == nil && header.Schema > known {
		header.WorksWith, err = worksWith(ctx, tx)
	}
	return header, err
}

func (s *Store) dumpRows(ctx context.Context, tx db.DBTX, table string, out *json.Encoder) error {
	rows, err := tx.QueryContext(ctx, "SELECT * FROM "+table+" ORDER BY 1, 2")
	if err != nil {
		return s.failed(ctx, subject{}, err)
	}
	defer rows.Close()
	columns, err := rows.ColumnTypes()
	if err != nil {
		return s.failed(ctx, subject{}, err)
	}
	targets := make([]any, len(columns))
	for i, column := range columns {
		targets[i] = new(any)
		if strings.HasPrefix(column.DatabaseTypeName(), "BOOL") {
			targets[i] = new(bool) // SQLite's driver would return a number
		}
		if isBytes(column.DatabaseTypeName()) {
			targets[i] = &bytesOf{}
		}
	}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return s.failed(ctx, subject{}, err)
		}
		row := make(map[string]any, len(columns))
		for i, column := range columns {
			row[column.Name()] = targets[i]
		}
		if err := out.Encode(dumpLine{Table: table, Row: row}); err != nil {
			return err
		}
	}
	return s.failed(ctx, subject{}, rows.Err())
}

// bytesOf is a value of a column of bytes. SQLite's driver returns nil for an empty
// one, which would be dumped as if it were missing.
type bytesOf []byte

func (b *bytesOf) Scan(value any) error {
	content, ok := value.([]byte)
	if !ok && value != nil {
		return fmt.Errorf("a value of type %T instead of bytes", value)
	}
	*b = append(bytesOf{}, content...)
	return nil
}

func schemaVersion(ctx context.Context, tx db.DBTX) (int64, error) {
	var version int64
	err := tx.QueryRowContext(ctx, "SELECT MAX(version_id) FROM goose_db_version").Scan(&version)
	return version, err
}
