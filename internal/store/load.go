package store

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"perimeter/internal/chat"
	"perimeter/internal/scope"
	"perimeter/internal/store/db"
)

// Load replaces everything in the store with a dump, or nothing if it fails. All
// sessions end. The revision becomes higher than the store's and the dump's, so
// that no cached page counts as current. With SQLite, only a process that holds a
// Lock may load.
func (s *Store) Load(ctx context.Context, r io.Reader) error {
	var state publishedState
	err := s.transact(ctx, func(t tx) error {
		l := loader{tx: t, now: s.clock.Stamp(), columns: map[string]map[string]string{}}
		err := l.load(ctx, r)
		if err == nil {
			state, err = t.stateSince(ctx, s.changes.known.Load())
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("load: %w", err)
	}
	s.changes.apply(state)
	return nil
}

type loader struct {
	tx
	now      time.Time
	revision int64
	columns  map[string]map[string]string // the type of each column, by table
	newer    bool                         // the dump may have columns that this release does not know
}

func (l *loader) load(ctx context.Context, r io.Reader) error {
	in := json.NewDecoder(r)
	in.UseNumber()
	if err := l.header(ctx, in); err != nil {
		return err
	}
	var err error
	if l.revision, err = l.bumpRevision(ctx); err != nil {
		return err
	}
	if err := l.clear(ctx); err != nil {
		return err
	}
	for {
		var line dumpLine
		if err := in.Decode(&line); errors.Is(err, io.EOF) {
			return errors.New("the dump has been cut short")
		} else if err != nil {
			return fmt.Errorf("the dump is damaged: %w", err)
		}
		if line.End {
			return errors.Join(l.recountChat(ctx), l.findUses(ctx), l.completeHistory(ctx), l.touchAll(ctx))
		}
		if err := l.line(ctx, line); err != nil {
			return err
		}
	}
}

// recountChat sets what follows from the messages. Older dumps do not have it, and
// no dump has the sums over all conversations.
func (l *loader) recountChat(ctx context.Context) error {
	if err := l.q.RecountConversations(ctx, chat.MessageOverhead); err != nil {
		return l.failed(ctx, subject{}, err)
	}
	return l.failed(ctx, subject{}, l.q.RecountChat(ctx))
}

// touchAll says that anything may have changed. It comes last, when the revision is
// final.
func (l *loader) touchAll(ctx context.Context) error {
	err := l.q.TouchScope(ctx, db.TouchScopeParams{Name: string(scope.All), Revision: l.revision})
	return l.failed(ctx, subject{}, err)
}

// completeHistory stores a version of what has none. Older dumps have no versions
// at all, or do not say which are superseded.
func (l *loader) completeHistory(ctx context.Context) error {
	if err := l.startHistory(ctx, l.revision, l.now); err != nil {
		return err
	}
	return l.supersedeVersions(ctx)
}

// findUses lists the uses of images anew, which no dump has.
func (l *loader) findUses(ctx context.Context) error {
	_, err := l.sql.ExecContext(ctx, "DELETE FROM image_uses")
	if err == nil {
		err = findImageUses(ctx, l.sql, textsWithImages)
	}
	return l.failed(ctx, subject{}, err)
}

func (l *loader) header(ctx context.Context, in *json.Decoder) error {
	var header dumpLine
	if err := in.Decode(&header); err != nil || header.Format != dumpFormat {
		return fmt.Errorf("this is not a dump that can be read here: it does not begin with %q", dumpFormat)
	}
	version, err := schemaVersion(ctx, l.sql)
	if err != nil {
		return l.failed(ctx, subject{}, err)
	}
	l.newer = header.Schema > version && 0 < header.WorksWith && header.WorksWith <= version
	if header.Schema > version && !l.newer {
		return fmt.Errorf("the dump is of version %d, made by a newer release; this one knows %d", header.Schema, version)
	}
	return nil
}

func (l *loader) clear(ctx context.Context) error {
	for _, table := range dumpedTables {
		columns, err := tableColumns(ctx, l.sql, table.name)
		if err != nil {
			return l.failed(ctx, subject{}, err)
		}
		l.columns[table.name] = columns
		if table.name == stateTable {
			continue // its only row stays, because others may wait for its lock
		}
		if _, err := l.sql.ExecContext(ctx, "DELETE FROM "+table.name); err != nil {
			return l.failed(ctx, subject{}, err)
		}
	}
	// Sessions and password resets end with their users. Invitations were made by
	// administrators who may not exist any more.
	_, err := l.sql.ExecContext(ctx, "DELETE FROM invitations")
	return l.failed(ctx, subject{}, err)
}

// raiseLastID makes a table continue after the last ID that it or the dumped table
// has assigned. No ID is used twice, because a browser may still know a message
// by it.
func (l *loader) raiseLastID(ctx context.Context, table string, dumped int64) error {
	last, err := l.dialect.lastID(ctx, l.sql, table)
	if err != nil {
		return err
	}
	return l.dialect.setLastID(ctx, l.sql, table, max(last, dumped))
}

func (l *loader) line(ctx context.Context, line dumpLine) error {
	columns, ok := l.columns[line.Table]
	if !ok {
		return fmt.Errorf("the dump has an unknown table %q", line.Table)
	}
	if line.LastID != nil {
		return l.failed(ctx, subject{}, l.raiseLastID(ctx, line.Table, *line.LastID))
	}
	// Columns that an older dump lacks get their defaults.
	if line.Table == stateTable {
		delete(line.Row, "works_with") // it belongs to these tables
	}
	if l.newer {
		maps.DeleteFunc(line.Row, func(name string, _ any) bool { _, known := columns[name]; return !known })
	}
	names := slices.Sorted(maps.Keys(line.Row))
	values := make([]any, len(names))
	for i, name := range names {
		columnType, ok := columns[name]
		if !ok {
			return fmt.Errorf("the dump has an unknown column %s.%q", line.Table, name)
		}
		var err error
		if values[i], err = column(columnType, line.Row[name]); err != nil {
			return fmt.Errorf("the dump has %s.%s: %w", line.Table, name, err)
		}
	}
	statement := insertion(line.Table, names)
	if line.Table == stateTable {
		l.raiseRevision(names, values)
		statement = replacement(line.Table, names)
	}
	_, err := l.sql.ExecContext(ctx, statement, values...)
	return l.failed(ctx, subject{}, err)
}

// raiseRevision makes sure that the loaded row does not lower the revision.
func (l *loader) raiseRevision(names []string, values []any) {
	i := slices.Index(names, "revision")
	if i < 0 {
		return
	}
	if dumped, ok := values[i].(int64); ok {
		l.revision = max(l.revision, dumped+1)
	}
	values[i] = l.revision
}

func insertion(table string, columns []string) string {
	marks := make([]string, len(columns))
	for i := range columns {
		marks[i] = fmt.Sprintf("$%d", i+1)
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(columns, ", "), strings.Join(marks, ", "))
}

func replacement(table string, columns []string) string {
	settings := make([]string, len(columns))
	for i, column := range columns {
		settings[i] = fmt.Sprintf("%s = $%d", column, i+1)
	}
	return fmt.Sprintf("UPDATE %s SET %s", table, strings.Join(settings, ", "))
}

// column converts a dumped value for a column of the type. It does not rely on the
// database, because SQLite stores a value of any type in any column.
func column(columnType string, v any) (any, error) {
	number := strings.Contains(columnType, "INT")
	boolean := strings.HasPrefix(columnType, "BOOL")
	switch v := v.(type) {
	case json.Number:
		if number {
			return v.Int64()
		}
	case bool:
		if boolean {
			return v, nil
		}
	case string:
		if strings.ContainsRune(v, 0) {
			return nil, errors.New("a text with a zero byte") // which PostgreSQL cannot store
		}
		if isBytes(columnType) {
			return base64.StdEncoding.DecodeString(v)
		}
		if !number && !boolean {
			return v, nil
		}
	}
	return nil, fmt.Errorf("a value of type %T", v)
}

// isBytes reports whether a column holds bytes, which a dump has in base64.
func isBytes(columnType string) bool { return columnType == "BYTEA" || columnType == "BLOB" }

// tableColumns returns the type of each column of the table.
func tableColumns(ctx context.Context, tx db.DBTX, table string) (map[string]string, error) {
	rows, err := tx.QueryContext(ctx, "SELECT * FROM "+table+" WHERE 1 = 0")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.ColumnTypes()
	types := make(map[string]string, len(columns))
	for _, column := range columns {
		types[column.Name()] = column.DatabaseTypeName()
	}
	return types, errors.Join(err, rows.Err())
}
