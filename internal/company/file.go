package company

import (
	"bytes"
	_ "embed"
	"fmt"

	"github.com/goccy/go-yaml"
)

// Document is everything that the owner says about the company. The site file
// and the stored record hold it.
type Document struct {
	Identity `yaml:",inline"`
	// Texts are the texts of fixed pages that differ from the default, by key.
	Texts map[string]string `json:"texts" yaml:"texts,omitempty"`
}

//go:embed identity.yaml
var sampleFile []byte

// Sample returns the company that is shown until the owner describes their own.
func Sample() Document {
	d, err := Parse(sampleFile)
	if err != nil {
		panic(fmt.Sprintf("the embedded site file is broken: %v", err))
	}
	return d
}

// Parse reads a site file. It refuses unknown fields, so that misspelt ones are
// noticed, and reports every rule that the file breaks.
func Parse(file []byte) (Document, error) {
	var d Document
	if err := checkShape(file); err != nil {
		return Document{}, fmt.Errorf("read the site file: %w", err)
	}
	if err := yaml.NewDecoder(bytes.NewReader(file), yaml.Strict()).Decode(&d); err != nil {
		return Document{}, fmt.Errorf("read the site file: %w", err)
	}
	if err := d.prepare().all(); err != nil {
		return Document{}, fmt.Errorf("the site file is not valid:\n%w", err)
	}
	return d, nil
}

// File returns the document as a site file.
func (d Document) File() ([]byte, error) {
	file, err := yaml.MarshalWithOptions(d, yaml.UseLiteralStyleIfMultiline(true))
	if err != nil {
		return nil, fmt.Errorf("write the site file: %w", err)
	}
	return file, nil
}
