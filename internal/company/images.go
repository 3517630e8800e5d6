package company

import "slices"

// Images returns the URLs of the images that the document names, each once.
func (d Document) Images() []string {
	urls := []string{d.Brand.Logo, d.Brand.Icon, d.Brand.ShareImage}
	for _, person := range d.Team {
		urls = append(urls, person.ImageURL)
	}
	slices.Sort(urls)
	return slices.DeleteFunc(slices.Compact(urls), func(url string) bool { return url == "" })
}
