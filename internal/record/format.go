package record

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// FirstFormat is the format of versions that older releases have stored without
// one.
const FirstFormat = 1

// format is the format in which the kind's versions are written today.
func (d *Description[T, E]) format() int { return FirstFormat + len(d.Formats) }

// decode reads the record of a version. A version of an older format is converted;
// a field that it lacks has its zero value, as it had then. Unknown are the fields
// of a version that the type does not have: those of another release.
func (d *Description[T, E]) decode(v Version) (record T, unknown []string, err error) {
	var document map[string]any
	if err := json.Unmarshal(v.Fields, &document); err != nil {
		return record, nil, fmt.Errorf("read a version: %w", err)
	}
	fields := v.Fields
	if v.Format >= FirstFormat && v.Format < d.format() {
		for _, convert := range d.Formats[v.Format-FirstFormat:] {
			convert(document)
		}
		if fields, err = json.Marshal(document); err != nil {
			return record, nil, fmt.Errorf("convert a version: %w", err)
		}
	}
	if err := json.Unmarshal(fields, &record); err != nil {
		return record, nil, fmt.Errorf("read a version: %w", err)
	}
	known := fieldNames(reflect.TypeFor[T]())
	for _, name := range slices.Sorted(maps.Keys(document)) {
		if !slices.Contains(known, name) {
			unknown = append(unknown, name)
		}
	}
	return record, unknown, nil
}

// fieldNames returns the names of a type's fields in JSON, and that of the position
// which versions of deletions have besides.
func fieldNames(t reflect.Type) []string {
	names := []string{positionField}
	for _, field := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name != "" && name != "-" {
			names = append(names, name)
		}
	}
	return names
}
