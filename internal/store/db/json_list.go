package db

import (
	"database/sql/driver"
	"encoding/json"
	"fmt"
)

// JSONList is a list that is stored as JSON text. A nil list is stored as an
// empty one, and no list is ever read as nil.
type JSONList[T any] []T

// Value returns the text to store.
func (l JSONList[T]) Value() (driver.Value, error) {
	if l == nil {
		return "[]", nil
	}
	text, err := json.Marshal([]T(l))
	return string(text), err
}

// Scan reads the stored text.
func (l *JSONList[T]) Scan(src any) error {
	text, ok := src.(string)
	if !ok {
		return fmt.Errorf("a JSON list is stored as %T", src)
	}
	*l = JSONList[T]{}
	return json.Unmarshal([]byte(text), (*[]T)(l))
}

// Variant is an element of images.variants.
type Variant struct {
	URL       string `json:"url"`
	MediaType string `json:"mediaType"`
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	Size      int64  `json:"size"`
}
