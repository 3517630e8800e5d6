package backup

import (
	"bytes"
	"hash/crc32"
)

// The sizes of chunks before compression.
const (
	minChunk    = 8 << 10
	targetChunk = 64 << 10
	maxChunk    = 8 << 20
)

// chunker cuts a text into chunks. It cuts after lines whose checksum says so, not at
// fixed positions: after a line was inserted or deleted, the following cuts are where
// they were, so the chunks there are the same as yesterday and are not written again.
type chunker struct {
	emit func(chunk []byte) error
	text []byte
	line int // where the last line in text begins
}

func (c *chunker) Write(p []byte) (int, error) {
	written := len(p)
	for len(p) > 0 {
		part, ended := p[:min(len(p), maxChunk-len(c.text))], false
		if i := bytes.IndexByte(part, '\n'); i >= 0 {
			part, ended = part[:i+1], true
		}
		c.text, p = append(c.text, part...), p[len(part):]
		if len(c.text) == maxChunk || ended && c.cutsHere() {
			if err := c.flush(); err != nil {
				return 0, err
			}
		} else if ended {
			c.line = len(c.text)
		}
	}
	return written, nil
}

// cutsHere reports whether the chunk ends after the line that has ended. A long line
// is more likely to end one, so that chunks of short and of long lines are alike.
func (c *chunker) cutsHere() bool {
	line := c.text[c.line:]
	every := max(1, targetChunk/len(line))
	return len(c.text) >= minChunk && crc32.ChecksumIEEE(line)%uint32(every) == 0
}

// flush ends the chunk.
func (c *chunker) flush() error {
	if len(c.text) == 0 {
		return nil
	}
	err := c.emit(c.text)
	c.text, c.line = c.text[:0], 0
	return err
}
