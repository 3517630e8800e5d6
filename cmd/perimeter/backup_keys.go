package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"perimeter/internal/backup"
)

// keyFlags say which keys open encrypted backups.
type keyFlags struct {
	BackupIdentity string `help:"File with the keys of encrypted backups (AGE-SECRET-KEY-1…), newest first; empty means backup-key.txt in the data folder." env:"PERIMETER_BACKUP_IDENTITY" placeholder:"FILE" type:"path"`
}

// autoRecipient lets the site make its own key.
const autoRecipient = "auto"

// maxKeyFile is more than a hundred keys.
const maxKeyFile = 16 << 10

func (f keyFlags) keyFile(data dataFlags) string {
	return cmp.Or(f.BackupIdentity, filepath.Join(data.Data, "backup-key.txt"))
}

// readKeys reads the keys. Without a file there are none, unless a flag names it.
func (f keyFlags) readKeys(data dataFlags) (backup.Keys, error) {
	text, err := readAtMost(f.keyFile(data), maxKeyFile)
	if errors.Is(err, fs.ErrNotExist) && f.BackupIdentity == "" {
		return backup.Keys{}, nil
	}
	if err != nil {
		return backup.Keys{}, err
	}
	keys, err := backup.ParseKeys(string(text))
	if err != nil {
		return backup.Keys{}, fmt.Errorf("%s: %w", f.keyFile(data), err)
	}
	return keys, nil
}

// keys returns the keys with which the server makes backups. It makes the first one if
// the site is to have its own.
func (f backupFlags) keys(data dataFlags) (backup.Keys, error) {
	keys, err := f.readKeys(data)
	switch {
	case err != nil || f.BackupRecipient == "":
		return keys, err
	case f.BackupRecipient != autoRecipient:
		return keys.EncryptingFor(f.BackupRecipient)
	case data.DatabaseURL != "" && f.BackupIdentity == "":
		return keys, errors.New("replicas that share a database cannot each make a key")
	case keys.Empty():
		if err := createKey(f.keyFile(data)); err != nil {
			return keys, err
		}
		if keys, err = f.readKeys(data); err != nil {
			return keys, err
		}
	}
	return keys.Encrypting(), nil
}

const keyFileComment = "# These keys open the backups of the site, the newest first. Keep the old ones: older backups need them.\n"

// createKey makes a file with a new key, unless another process is faster.
func createKey(path string) error {
	text, err := backup.NewKey()
	if err != nil {
		return err
	}
	fresh := path + ".new"
	_, err = replaceFile(fresh, func(w io.Writer) error { return writeKeys(w, []string{text}) })
	if err != nil {
		return err
	}
	defer os.Remove(fresh)
	linkErr := os.Link(fresh, path) // unlike a rename, it replaces nothing
	if _, err := os.Stat(path); err != nil {
		return linkErr
	}
	return nil
}

func writeKeys(w io.Writer, texts []string) error {
	_, err := io.WriteString(w, keyFileComment+strings.Join(texts, "\n")+"\n")
	return err
}

// keepKeys stores the keys that somebody has given in a data folder that has none, so
// that its server can go on with the same backups.
func (f keyFlags) keepKeys(data dataFlags, keys backup.Keys) error {
	if keys.Empty() {
		return nil
	}
	path := filepath.Join(data.Data, "backup-key.txt")
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	_, err := replaceFile(path, func(w io.Writer) error { return writeKeys(w, keys.Texts()) })
	return err
}

// openWithKeys returns the repository with the keys, and asks for more if they do not
// open the newest backup.
func openWithKeys(ctx context.Context, storage backup.Storage, keys backup.Keys, s streams) (*backup.Repository, backup.Keys, error) {
	repo := backup.NewRepository(storage).WithKeys(keys)
	names, err := repo.Names(ctx)
	if err != nil || len(names) == 0 {
		return repo, keys, err
	}
	locked := (*backup.Locked)(nil)
	if _, err := repo.Open(ctx, names[0]); !errors.As(err, &locked) {
		return repo, keys, nil // whoever opens it finds out what is wrong
	}
	fmt.Fprintln(s.err, "The backups are encrypted. Type or paste the keys of the recovery sheet, one in each line, and then an empty line:")
	typed, err := askForKeys(s.in)
	if err != nil {
		return nil, keys, err
	}
	if keys, err = backup.ParseKeys(strings.Join(append(typed.Texts(), keys.Texts()...), "\n")); err != nil {
		return nil, keys, err
	}
	repo = repo.WithKeys(keys)
	if _, err := repo.Open(ctx, names[0]); errors.As(err, &locked) {
		return nil, keys, err
	}
	return repo, keys, nil
}

func askForKeys(in io.Reader) (backup.Keys, error) {
	var text strings.Builder
	lines := bufio.NewScanner(io.LimitReader(in, maxKeyFile))
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" && text.Len() > 0 {
			break
		}
		fmt.Fprintln(&text, line)
	}
	if err := lines.Err(); err != nil {
		return backup.Keys{}, err
	}
	return backup.ParseKeys(text.String())
}

type newKeyCommand struct {
	dataFlags
	keyFlags
}

// Run adds a new key. The server reads the file for each backup.
func (c newKeyCommand) Run(s streams) error {
	keys, err := c.readKeys(c.dataFlags)
	if err != nil {
		return err
	}
	text, err := backup.NewKey()
	if err != nil {
		return err
	}
	path := c.keyFile(c.dataFlags)
	_, err = replaceFile(path, func(w io.Writer) error { return writeKeys(w, append([]string{text}, keys.Texts()...)) })
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Added a key to %s. With --backup-recipient auto, the next backup is encrypted with it, and all others are proven again.\n", path)
	fmt.Fprintln(s.out, "Print the recovery sheet now: perimeter recovery-sheet")
	return nil
}
