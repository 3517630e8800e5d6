package store

import (
	"fmt"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/pressly/goose/v3"

	"perimeter/internal/chat"
)

func TestMigrationCountsTheChatAndHidesUsernames(t *testing.T) {
	dir, ctx := t.TempDir(), t.Context()
	d, err := newSQLite(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	write, read, err := d.open()
	if err != nil {
		t.Fatal(err)
	}
	files, err := fs.Sub(migrationFiles, "migrations")
	if err != nil {
		t.Fatal(err)
	}
	provider, err := goose.NewProvider(d.goose(), write, ddlFS{files, d.ddl}, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(ctx, 11); err != nil {
		t.Fatal(err)
	}
	statements := []string{
		`INSERT INTO users (username, username_key, full_name, role, password_hash, created_at)
		 VALUES ('pat', 'pat', '', 'admin', '', 0), ('sam', 'sam', 'Sam Sample', 'admin', '', 0)`,
		`INSERT INTO conversations (id, started_at, updated_at, closed, read_to, name, contact, page)
		 VALUES ('a', 1, 2, FALSE, 1, '', '', '/'), ('b', 1, 3, FALSE, 0, '', '', '/')`,
	}
	for i, m := range []struct{ conversation, author, text string }{
		{"a", "", "read"}, {"a", "", "größer"}, {"a", "pat", "answer"}, {"a", "Sam Sample", "answer"}, {"b", "", "unread"},
	} {
		statements = append(statements, fmt.Sprintf(
			`INSERT INTO chat_messages (conversation_id, key, staff, sent_at, author, text) VALUES ('%s', '%d', %t, 0, '%s', '%s')`,
			m.conversation, i, m.author != "", m.author, m.text))
	}
	for _, statement := range statements {
		if _, err := write.ExecContext(ctx, statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if err := write.Close(); err != nil {
		t.Fatal(err)
	}
	if err := read.Close(); err != nil {
		t.Fatal(err)
	}

	s := openSQLite(t, dir)
	list, err := s.Conversations(ctx, chat.ConversationQuery{After: chat.InboxStart, Limit: 9})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][2]int64{}
	for _, c := range list {
		got[c.ID] = [2]int64{c.Bytes - countOf(t, s, c.ID)*chat.MessageOverhead, c.Unread}
	}
	if diff := cmp.Diff(map[string][2]int64{"a": {4 + 8 + 6 + 6, 1}, "b": {6, 1}}, got); diff != "" {
		t.Errorf("bytes and unread messages (-want +got):\n%s", diff)
	}
	state, err := s.ChatState(ctx)
	if err != nil || state.Unread != 2 || state.Bytes != 30+5*chat.MessageOverhead {
		t.Errorf("the sums are %+v, %v", state, err)
	}
	messages, err := s.ChatMessages(ctx, "a", 0)
	if err != nil || messages[2].Author != "" || messages[3].Author != "Sam Sample" {
		t.Errorf("the authors are %+v, %v", messages, err)
	}
}

func countOf(t *testing.T, s *Store, conversation string) int64 {
	t.Helper()
	n, err := s.CountChatMessages(t.Context(), conversation)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
