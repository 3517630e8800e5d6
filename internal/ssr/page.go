package ssr

import (
	"perimeter/internal/company"
	"perimeter/internal/media"
)

// Page is what the bundle needs to render one path, and nothing else. The
// browser gets the same data to hydrate with.
type Page struct {
	Path     string           `json:"path"`
	Year     int              `json:"year"` // the current year in the company's time zone
	BaseURL  string           `json:"baseUrl"`
	Identity company.Identity `json:"identity"`
	// Portraits are the details of the photos of Identity.Team, null where a
	// photo is not an uploaded image.
	Portraits []*media.ImageDetails `json:"portraits,omitempty"`
	// FooterServices are the names of the services that the footer lists.
	FooterServices []string `json:"footerServices"`
	Queries        []Query  `json:"queries"`
	// ContentPolicy is the content security policy of the document; empty means
	// that of whoever serves it.
	ContentPolicy string `json:"-"`
}

// Query is one response of the API that a page carries, under the key that the
// browser's data store uses for it.
type Query struct {
	Key  []string `json:"key"`
	Data any      `json:"data"`
	// Partial says that Data is only the beginning of the response. The browser
	// shows it first and then fetches all of it.
	Partial bool `json:"partial,omitempty"`
}
