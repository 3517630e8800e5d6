package wire

import "strings"

// coding is an HTTP content coding.
type coding uint8

// The codings in ascending order of preference.
const (
	codingIdentity coding = iota
	codingGzip
	codingZstd
	codingBrotli
	numCodings
)

func (c coding) String() string {
	switch c {
	case codingGzip:
		return "gzip"
	case codingZstd:
		return "zstd"
	case codingBrotli:
		return "br"
	default:
		return "identity"
	}
}

// negotiate returns the best representation for an Accept-Encoding header: the
// one with the highest quality value, and our preference among equals. A client
// that refuses every coding gets the plain body, which RFC 9110 allows.
func (p *Payload) negotiate(accept []string) *representation {
	quality := parseAcceptEncoding(accept)
	best := codingIdentity
	for c := codingIdentity + 1; c < numCodings; c++ {
		if quality[c] > 0 && quality[c] >= quality[best] && p.representations[c].Load() != nil {
			best = c
		}
	}
	return p.representations[best].Load()
}

// parseAcceptEncoding returns the quality value of each coding in thousandths; 0
// means "not acceptable". Identity is always acceptable, but unless the client
// names it, it gets 0 and any accepted coding wins.
func parseAcceptEncoding(accept []string) (quality [numCodings]int) {
	const unset = -1
	for i := range quality {
		quality[i] = unset
	}
	others := 0 // the quality of "*"
	for _, line := range accept {
		for item := range strings.SplitSeq(line, ",") {
			name, params, _ := strings.Cut(item, ";")
			name = strings.TrimSpace(name)
			q := parseQuality(params)
			if name == "*" {
				others = q
				continue
			}
			for c := range numCodings {
				if strings.EqualFold(name, c.String()) || c == codingGzip && strings.EqualFold(name, "x-gzip") {
					quality[c] = q
				}
			}
		}
	}
	for i := range quality {
		if quality[i] == unset {
			quality[i] = others
		}
	}
	return quality
}

// parseQuality reads "q=0.5" as 500. A value that cannot be parsed counts as 0.
func parseQuality(params string) int {
	value, found := strings.CutPrefix(strings.TrimSpace(params), "q=")
	if !found {
		if value, found = strings.CutPrefix(value, "Q="); !found {
			return 1000
		}
	}
	whole, fraction, _ := strings.Cut(strings.TrimSpace(value), ".")
	if whole == "1" {
		return 1000
	}
	if whole != "0" || len(fraction) > 3 {
		return 0
	}
	q := 0
	for i := range 3 {
		q *= 10
		if i < len(fraction) {
			if fraction[i] < '0' || fraction[i] > '9' {
				return 0
			}
			q += int(fraction[i] - '0')
		}
	}
	return q
}
