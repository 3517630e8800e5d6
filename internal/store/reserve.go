package store

import (
	"io"
	"os"
)

const (
	// reserveSize is enough for the journal of any deletion.
	reserveSize = 4 << 20
	// reserveLeft is left to others if the disk has less than reserveSize.
	reserveLeft = 256 << 10
)

// reserve is space that is given up when the disk is full, so that records can
// still be deleted and users can sign in and out.
type reserve interface {
	// release gives the space up and reports whether there was any.
	release() bool
	// fill takes as much space as there is, up to reserveSize.
	fill()
}

// noReserve is for a database whose disk is not ours to manage.
type noReserve struct{}

func (noReserve) release() bool { return false }
func (noReserve) fill()         {}

// fileReserve is a file that contains nothing of value. It works as well as it
// can: none of its errors is a reason not to serve.
type fileReserve string

func (r fileReserve) release() bool { return os.Remove(string(r)) == nil }

func (r fileReserve) fill() {
	file, err := os.OpenFile(string(r), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return
	}
	defer file.Close()
	size, err := file.Seek(0, io.SeekEnd)
	for block := make([]byte, 64<<10); err == nil && size < reserveSize; {
		var n int
		n, err = file.Write(block)
		size += int64(n)
	}
	if err != nil {
		_ = file.Truncate(max(0, size-reserveLeft))
	}
}
