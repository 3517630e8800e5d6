package db

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"

	"perimeter/internal/site"
)

// VariantList is a list of an image's variants that is stored as JSON text. A
// nil list is stored as an empty one, and none is ever read as nil.
type VariantList []site.Variant

// Value makes the text that is stored.
func (l VariantList) Value() (driver.Value, error) {
	if l == nil {
		return "[]", nil
	}
	text, err := json.Marshal([]site.Variant(l))
	return string(text), err
}

// Scan reads the text that is stored.
func (l *VariantList) Scan(src any) error {
	text, ok := src.(string)
	if !ok {
		return fmt.Errorf("a list of variants is stored as %T", src)
	}
	*l = VariantList{}
	return json.Unmarshal([]byte(text), (*[]site.Variant)(l))
}
