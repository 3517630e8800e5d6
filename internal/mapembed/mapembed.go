// Package mapembed turns links to maps into frames that show the same place. It must
// not know where they are shown.
package mapembed

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"perimeter/internal/validate"
)

// How a person gets something that can be embedded.
const (
	googleHint = "In Google Maps press Share, then Embed a map, and paste what it copies"
	osmHint    = "In OpenStreetMap press Share, choose HTML, and paste that"
)

var (
	anyTag = regexp.MustCompile(`<[A-Za-z!/]`)
	anyURL = regexp.MustCompile(`(?i)\b(?:https?://|(?:www\.|maps\.)?(?:google\.|apple\.com|openstreetmap\.org|osm\.org|goo\.gl)[^\s<>"]*/|geo:)[^\s<>"]*`)

	googleHost = regexp.MustCompile(`^(?:www\.|maps\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$`)
	atPosition = regexp.MustCompile(`/@(-?[\d.]+),(-?[\d.]+)(?:,([\d.]+)([zma]))?`)
	pinned     = regexp.MustCompile(`!3d(-?[\d.]+)!4d(-?[\d.]+)`) // the place itself, in Google's data
	osmView    = regexp.MustCompile(`map=([\d.]+)/(-?[\d.]+)/(-?[\d.]+)`)
)

// position is a point on the map.
type position struct {
	latitude, longitude float64
	zoom                int
}

const defaultZoom = 14

// Embed replaces a link to a map by the frame that shows the same place. It
// refuses a link that cannot be shown, with a hint what to paste instead, so that
// no visitor ever reads a bare link. HTML, and a text without a link, stay as they
// are.
func Embed(value *string) error {
	if anyTag.MatchString(*value) {
		return nil
	}
	link := anyURL.FindString(*value)
	if link == "" {
		return nil
	}
	source, err := mapSource(strings.TrimRight(link, ".,;)"))
	if err != nil {
		return err
	}
	*value = fmt.Sprintf(`<iframe src="%s" title="Map" loading="lazy"></iframe>`, html.EscapeString(source))
	return nil
}

// mapSource returns the URL of a frame that shows what the link shows.
func mapSource(link string) (string, error) {
	if !strings.Contains(link, "://") && !strings.HasPrefix(link, "geo:") {
		link = "https://" + link
	}
	u, err := url.Parse(link)
	if err != nil {
		return "", refuseMap("is not a link that can be read", googleHint)
	}
	host := strings.ToLower(u.Hostname())
	switch {
	case u.Scheme == "geo":
		return geoSource(u)
	case host == "maps.app.goo.gl", host == "goo.gl", host == "g.co", host == "share.google":
		return "", refuseMap("is a short link, which does not say what place it shows", googleHint)
	case googleHost.MatchString(host):
		return googleSource(u)
	case host == "maps.apple.com", host == "beta.maps.apple.com", host == "maps.apple":
		return appleSource(u)
	case strings.TrimPrefix(host, "www.") == "openstreetmap.org", host == "osm.org", host == "www.osm.org":
		return osmSource(u)
	}
	return "", refuseMap("is a link that cannot be shown as a map", googleHint)
}

func refuseMap(reason, hint string) error {
	return validate.Field{Name: "value"}.Invalid(reason + ". " + hint)
}

func googleSource(u *url.URL) (string, error) {
	path, query := u.EscapedPath(), u.Query()
	if strings.HasPrefix(path, "/maps/embed") {
		return "https://www.google.com/maps/embed?" + u.RawQuery, nil
	}
	if strings.HasPrefix(path, "/maps/d/") && query.Get("mid") != "" {
		return "https://www.google.com/maps/d/embed?" + url.Values{"mid": {query.Get("mid")}}.Encode(), nil
	}
	if query.Get("output") == "embed" {
		return "https://maps.google.com/maps?" + u.RawQuery, nil
	}
	if strings.HasPrefix(path, "/maps/dir") || query.Get("daddr") != "" {
		return "", refuseMap("is a link to directions", "Open the place itself. "+googleHint)
	}
	place := cmp.Or(query.Get("query"), query.Get("q"), query.Get("destination"))
	for _, kind := range []string{"/maps/place/", "/maps/search/"} {
		if name, ok := strings.CutPrefix(path, kind); ok && place == "" {
			name, _, _ = strings.Cut(name, "/")
			place, _ = url.PathUnescape(strings.ReplaceAll(name, "+", " "))
		}
	}
	where, known := googlePosition(u.Path, query)
	if strings.HasPrefix(place, "@") { // /maps/search/@lat,lng shows no place
		place = ""
	}
	if place == "" && !known {
		return "", refuseMap("is a link that does not name a place", googleHint)
	}
	if place == "" {
		place = where.String()
	}
	// A place's name alone can mean another town, so its position goes along.
	return googleEmbed(place, where, known), nil
}

func googleEmbed(place string, where position, known bool) string {
	values := url.Values{"q": {place}, "output": {"embed"}}
	if known {
		values.Set("ll", where.String())
		values.Set("z", strconv.Itoa(where.zoom))
	}
	return "https://maps.google.com/maps?" + values.Encode()
}

func googlePosition(path string, query url.Values) (position, bool) {
	zoom := defaultZoom
	match := atPosition.FindStringSubmatch(path)
	if match != nil && match[4] == "z" {
		zoom = parseZoom(match[3])
	}
	if pin := pinned.FindStringSubmatch(path); pin != nil {
		match = pin
	}
	if match != nil {
		return parsePosition(match[1], match[2], zoom)
	}
	return parsePair(cmp.Or(query.Get("ll"), query.Get("center")), parseZoom(cmp.Or(query.Get("z"), query.Get("zoom"))))
}

// appleSource shows Apple's places on other maps, because Apple's cannot be
// embedded without a key.
func appleSource(u *url.URL) (string, error) {
	query := u.Query()
	where, known := parsePair(cmp.Or(query.Get("coordinate"), query.Get("ll"), query.Get("sll"), query.Get("center")), parseZoom(query.Get("z")))
	if known {
		return osmEmbed(where), nil
	}
	if place := cmp.Or(query.Get("address"), query.Get("q"), query.Get("name")); place != "" {
		return googleEmbed(place, position{}, false), nil
	}
	return "", refuseMap("is a link to Apple Maps that does not say where the place is", googleHint)
}

func geoSource(u *url.URL) (string, error) {
	pair, _, _ := strings.Cut(u.Opaque, ";")
	where, known := parsePair(pair, parseZoom(u.Query().Get("z")))
	if !known {
		return "", refuseMap("is a link that does not say where the place is", osmHint)
	}
	return osmEmbed(where), nil
}

func osmSource(u *url.URL) (string, error) {
	query := u.Query()
	if u.Path == "/export/embed.html" && query.Get("bbox") != "" {
		return "https://www.openstreetmap.org/export/embed.html?" + u.RawQuery, nil
	}
	zoom := parseZoom(query.Get("zoom"))
	view := osmView.FindStringSubmatch(u.Fragment)
	if view != nil {
		zoom = parseZoom(view[1])
	}
	if where, known := parsePosition(query.Get("mlat"), query.Get("mlon"), zoom); known {
		return osmEmbed(where), nil
	}
	if where, known := parsePosition(query.Get("lat"), query.Get("lon"), zoom); known {
		return osmEmbed(where), nil
	}
	if view == nil {
		return "", refuseMap("is a link to OpenStreetMap that does not say where the place is", osmHint)
	}
	where, known := parsePosition(view[2], view[3], zoom)
	if !known {
		return "", refuseMap("is a link to OpenStreetMap that does not say where the place is", osmHint)
	}
	return osmEmbed(where), nil
}

// osmEmbed shows a position on OpenStreetMap. A frame gets corners instead of a
// zoom level; these are of a map of about 600 by 400 pixels.
func osmEmbed(where position) string {
	width := 360 / math.Exp2(float64(where.zoom)) * 600 / 256
	height := width * 400 / 600 * math.Cos(where.latitude*math.Pi/180)
	corners := fmt.Sprintf("%s,%s,%s,%s",
		decimal(where.longitude-width/2), decimal(where.latitude-height/2),
		decimal(where.longitude+width/2), decimal(where.latitude+height/2))
	return "https://www.openstreetmap.org/export/embed.html?" + url.Values{
		"bbox": {corners}, "layer": {"mapnik"}, "marker": {where.String()},
	}.Encode()
}

func (p position) String() string { return decimal(p.latitude) + "," + decimal(p.longitude) }

// decimal writes a degree with six digits, which is about ten centimetres.
func decimal(degrees float64) string {
	return strconv.FormatFloat(math.Round(degrees*1e6)/1e6, 'f', -1, 64)
}

func parsePair(pair string, zoom int) (position, bool) {
	latitude, longitude, _ := strings.Cut(pair, ",")
	return parsePosition(latitude, longitude, zoom)
}

func parsePosition(latitude, longitude string, zoom int) (position, bool) {
	lat, errLat := strconv.ParseFloat(strings.TrimSpace(latitude), 64)
	lng, errLng := strconv.ParseFloat(strings.TrimSpace(longitude), 64)
	// The comparisons are false for NaN.
	valid := errLat == nil && errLng == nil && math.Abs(lat) <= 90 && math.Abs(lng) <= 180
	return position{lat, lng, zoom}, valid
}

func parseZoom(text string) int {
	zoom, err := strconv.ParseFloat(text, 64)
	if err != nil || !(zoom >= 1 && zoom <= 21) {
		return defaultZoom
	}
	return int(math.Round(zoom))
}
