package company

import (
	"errors"
	"fmt"

	"github.com/goccy/go-yaml/lexer"
	"github.com/goccy/go-yaml/token"
)

const (
	// MaxFile is how many bytes a site file may have. A complete one has about 10 KB.
	MaxFile = 256 << 10
	// maxFileDepth is how deep lists and maps may be nested within one line. The
	// fields need two levels.
	maxFileDepth = 8
)

// checkShape refuses a file that would take the YAML parser very long or much
// memory: the parser copies what it has read at each level. It only looks at
// tokens, which are found in one pass. Levels that are nested by indentation need
// no limit, because each level makes its lines longer.
func checkShape(file []byte) error {
	if len(file) > MaxFile {
		return fmt.Errorf("it has more than %d KB", MaxFile>>10)
	}
	open, entries, line := 0, 0, 0
	for _, t := range lexer.Tokenize(string(file)) {
		if t.Position.Line != line {
			entries, line = 0, t.Position.Line
		}
		switch t.Type {
		case token.SequenceStartType, token.MappingStartType:
			open++
		case token.SequenceEndType, token.MappingEndType:
			open--
		case token.SequenceEntryType:
			entries++
		case token.AnchorType, token.AliasType, token.TagType, token.MappingKeyType:
			return fmt.Errorf("line %d has an anchor, alias, tag or complex key, which a site file cannot have", line)
		}
		if open > maxFileDepth || entries > maxFileDepth {
			return errors.New("lists are nested too deep")
		}
	}
	return nil
}
