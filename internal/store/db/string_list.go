package db

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
)

// StringList is a list of strings that is stored as JSON text. A nil list is
// stored as an empty one, and none is ever read as nil.
type StringList []string

// Value makes the text that is stored.
func (l StringList) Value() (driver.Value, error) {
	if l == nil {
		return "[]", nil
	}
	text, err := json.Marshal([]string(l))
	return string(text), err
}

// Scan reads the text that is stored.
func (l *StringList) Scan(src any) error {
	text, ok := src.(string)
	if !ok {
		return fmt.Errorf("a list of strings is stored as %T", src)
	}
	*l = StringList{}
	return json.Unmarshal([]byte(text), (*[]string)(l))
}
