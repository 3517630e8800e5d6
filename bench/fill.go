package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base32"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the database of the measured program
)

// amount is how much a site holds. Without a number of conversations, each has ten
// messages.
type amount struct{ posts, images, imageBytes, versions, messages, conversations int }

const (
	wordsPerPost = 900 // about 6 KB, as an article has
	// imageBytes is the size of an image where its content does not matter.
	imageBytes = 512
)

// fill adds the amount to the data folder, in one transaction: through the API it
// would take an hour. The server must not run.
func fill(ctx context.Context, data string, a amount) (err error) {
	db, err := sql.Open("sqlite", filepath.Join(data, "perimeter.db"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	f := filler{ctx, tx, data, rand.New(rand.NewPCG(uint64(a.posts), 7)), time.Now().Add(-365 * 24 * time.Hour)}
	err = errors.Join(
		f.images(a.images, cmp.Or(a.imageBytes, imageBytes)), f.posts(a), f.versions(a),
		f.conversations(a.messages, cmp.Or(a.conversations, a.messages/10)),
	)
	if err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

type filler struct {
	ctx    context.Context
	tx     *sql.Tx
	data   string
	random *rand.Rand
	start  time.Time
}

// insert runs the statement once for each number below count, with the values
// that row returns.
func (f filler) insert(count int, statement string, row func(i int) []any) error {
	prepared, err := f.tx.PrepareContext(f.ctx, statement)
	if err != nil {
		return err
	}
	defer prepared.Close()
	for i := range count {
		if _, err := prepared.ExecContext(f.ctx, row(i)...); err != nil {
			return err
		}
	}
	return nil
}

// at returns the time of the number-th record in microseconds.
func (f filler) at(number int) int64 {
	return f.start.Add(time.Duration(number) * time.Minute).UnixMicro()
}

// text returns so many made-up words. Random ones compress like prose.
func (f filler) text(words int) string {
	var b strings.Builder
	for i := range words {
		switch {
		case i > 0 && i%60 == 0:
			b.WriteString(".\n\n")
		case i > 0:
			b.WriteByte(' ')
		}
		for range 1 + f.random.IntN(3) {
			b.WriteByte("bcdfglmnprst"[f.random.IntN(12)])
			b.WriteByte("aeiou"[f.random.IntN(5)])
		}
	}
	return b.String()
}

// imageID returns an ID as the program makes them.
func imageID(number int) string {
	var bytes [16]byte
	binary.BigEndian.PutUint64(bytes[8:], uint64(number))
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(bytes[:])
}

// images adds images with their files, and no variants.
func (f filler) images(count, size int) error {
	hashes, err := f.imageFiles(count, size)
	if err != nil {
		return err
	}
	err = f.insert(count, `INSERT INTO images (id, hash, name, alt, media_type, size, width, height, uploaded_at, optimised, preview, variants)
		VALUES (?, ?, ?, ?, 'image/jpeg', ?, 2880, 1920, ?, TRUE, ?, '[]')`, func(i int) []any {
		return []any{
			imageID(i), hashes[i], fmt.Sprintf("photo-%d.jpg", i), f.text(5), size, f.at(i), "data:image/webp;base64," + f.text(30),
		}
	})
	return errors.Join(err, f.insert(count, `INSERT INTO image_addresses (address, image_id) VALUES (?, ?)`,
		func(i int) []any { return []any{imageID(i), imageID(i)} }))
}

// imageFiles writes the files of images and returns their hashes. They are random
// bytes, which compress as little as photos do; nobody looks at them.
func (f filler) imageFiles(count, size int) (hashes []string, err error) {
	random, content := rand.NewChaCha8([32]byte{7}), make([]byte, size)
	for i := range count {
		_, _ = random.Read(content) // never fails
		hash := fmt.Sprintf("%x", sha256.Sum256(content))
		folder := filepath.Join(f.data, "objects", "images", imageID(i))
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(folder, hash[:16]+".jpg"), content, 0o600); err != nil {
			return nil, err
		}
		hashes = append(hashes, hash)
	}
	return hashes, nil
}

// posts adds posts, each with one of the images.
func (f filler) posts(a amount) error {
	return f.insert(a.posts, `INSERT INTO posts (slug, title, image_url, published_at, updated_at, excerpt, content)
		VALUES (?, ?, ?, ?, ?, ?, ?)`, func(i int) []any {
		return []any{
			fmt.Sprintf("post-%d", i), fmt.Sprintf("%s %d", f.text(6), i), "/objects/uploads/" + imageID(i%a.images),
			f.at(i), f.at(i), f.text(25), f.text(wordsPerPost),
		}
	})
}

// versions adds old versions of the posts, the same number of each.
func (f filler) versions(a amount) error {
	return f.insert(a.versions, `INSERT INTO versions (kind, record_id, revision, saved_at, user_id, user_name, action, fields)
		VALUES ('post', ?, 1, ?, 1, 'Anna Example', 'update', ?)`, func(i int) []any {
		return []any{fmt.Sprint(1 + i%a.posts), f.at(i), fmt.Sprintf(`{"content":%q}`, f.text(50))}
	})
}

func (f filler) conversations(messages, conversations int) error {
	err := f.insert(conversations, `INSERT INTO conversations (id, started_at, updated_at, closed, read_to, name, contact, page, client, bytes, unread)
		VALUES (?, ?, ?, FALSE, 0, 'A visitor', '', '/contact', '', 0, 0)`,
		func(i int) []any { return []any{fmt.Sprintf("conversation-%d", i), f.at(i), f.at(i)} })
	return errors.Join(err,
		f.insert(messages, `INSERT INTO chat_messages (conversation_id, key, staff, sent_at, author, text) VALUES (?, ?, ?, ?, '', ?)`, func(i int) []any {
			return []any{fmt.Sprintf("conversation-%d", i*conversations/messages), fmt.Sprintf("key-%d", i), i%2 == 1, f.at(i), f.text(12)}
		}),
		// All of it is read.
		f.insert(1, `UPDATE conversations SET
			read_to = (SELECT MAX(id) FROM chat_messages WHERE conversation_id = conversations.id),
			bytes = (SELECT SUM(octet_length(text) + 256) FROM chat_messages WHERE conversation_id = conversations.id)`, noValues),
		f.insert(1, `UPDATE chat_state SET bytes = (SELECT COALESCE(SUM(bytes), 0) FROM conversations), unread = 0`, noValues))
}

func noValues(int) []any { return nil }
