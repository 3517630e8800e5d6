package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/chat"
	"perimeter/internal/media"
)

func TestMigrationCountsTheChatAndHidesUsernames(t *testing.T) {
	ctx := t.Context()
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
	s := migrated(t, 11, statements...)
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
	messages, err := s.Messages().List(ctx, "a", 0)
	if err != nil || messages[2].Author != "" || messages[3].Author != "Sam Sample" {
		t.Errorf("the authors are %+v, %v", messages, err)
	}
}

func TestMigrationFindsTheUsesOfImages(t *testing.T) {
	id := strings.Repeat("A", 26)
	s := migrated(t, 20,
		`INSERT INTO images (id, hash, name, alt, media_type, size, width, height, uploaded_at, optimised, preview, variants)
		 VALUES ('`+id+`', 'h', 'n', '', 'image/png', 1, 1, 1, 0, TRUE, '', '[]')`,
		`INSERT INTO image_addresses (address, image_id) VALUES ('`+id+`', '`+id+`')`,
		`INSERT INTO content_items (key, section, type, updated_at, value) VALUES ('hero_image', 'home', 'image', 0, '/objects/uploads/`+id+`')`,
		`INSERT INTO services (slug, name, short_description, image_url, featured_on_home, updated_at, features, full_description, template)
		 VALUES ('ants', 'Ants', '', '', FALSE, 0, '[]', '', '<img src="/objects/images/`+id+`/320.webp">')`,
		`INSERT INTO posts (slug, title, image_url, published_at, updated_at, excerpt, content)
		 VALUES ('a', 'A', '', 0, 0, '', 'no image'), ('b', 'B', '', 0, 0, '', 'twice /objects/uploads/`+id+` /objects/uploads/`+id+`')`)
	uses, err := s.ImageUses(t.Context(), []string{id})
	if err != nil {
		t.Fatal(err)
	}
	want := []media.Use{{Kind: "content", ID: 1, Title: "hero_image"}, {Kind: "post", ID: 2, Title: "B"}, {Kind: "service", ID: 1, Title: "Ants"}}
	if diff := cmp.Diff(map[string][]media.Use{id: want}, uses); diff != "" {
		t.Errorf("uses (-want +got):\n%s", diff)
	}
}

// migrated returns the store of a database of an older version that the statements
// have filled.
func migrated(t *testing.T, version int64, statements ...string) *Store {
	t.Helper()
	dir, ctx := t.TempDir(), t.Context()
	d, err := newSQLite(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	write, read, err := d.open()
	if err != nil {
		t.Fatal(err)
	}
	provider, err := migrations(d, write)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := provider.UpTo(ctx, version); err != nil {
		t.Fatal(err)
	}
	for _, statement := range statements {
		if _, err := write.ExecContext(ctx, statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	if err := errors.Join(write.Close(), read.Close()); err != nil {
		t.Fatal(err)
	}
	return openSQLite(t, dir)
}

func countOf(t *testing.T, s *Store, conversation string) int64 {
	t.Helper()
	n, err := messages{s.reader}.Count(t.Context(), conversation)
	if err != nil {
		t.Fatal(err)
	}
	return n
}
