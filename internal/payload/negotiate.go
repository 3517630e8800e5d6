package payload

import "strings"

// coding is a content coding of HTTP.
type coding uint8

// The codings in ascending order of preference.
const (
	identity coding = iota
	gzipped
	zstandard
	br
	codings
)

func (c coding) String() string {
	switch c {
	case gzipped:
		return "gzip"
	case zstandard:
		return "zstd"
	case br:
		return "br"
	default:
		return "identity"
	}
}

// suffix tells the entity tags of the codings apart.
func (c coding) suffix() string {
	if c == identity {
		return ""
	}
	return "-" + c.String()
}

// selected returns the representation that suits the Accept-Encoding header
// best: the client's favourite, and among equals ours. The body as it is serves
// whoever refuses everything, which the standard allows.
func (p *Payload) selected(accept []string) *representation {
	weights := accepted(accept)
	best := identity
	for c := identity + 1; c < codings; c++ {
		if weights[c] > 0 && weights[c] >= weights[best] && p.representations[c].Load() != nil {
			best = c
		}
	}
	return p.representations[best].Load()
}

// accepted returns each coding's weight in thousandths. Identity is always
// acceptable; not named, it is nobody's wish and weighs nothing.
func accepted(accept []string) (weights [codings]int) {
	const unset = -1
	for i := range weights {
		weights[i] = unset
	}
	rest := 0
	for _, line := range accept {
		for item := range strings.SplitSeq(line, ",") {
			name, params, _ := strings.Cut(item, ";")
			name = strings.TrimSpace(name)
			w := weight(params)
			if name == "*" {
				rest = w
				continue
			}
			for c := range codings {
				if strings.EqualFold(name, c.String()) || c == gzipped && strings.EqualFold(name, "x-gzip") {
					weights[c] = w
				}
			}
		}
	}
	for i := range weights {
		if weights[i] == unset {
			weights[i] = rest
		}
	}
	return weights
}

// weight reads ";q=0.5" as 500. What cannot be read counts as not wanted.
func weight(params string) int {
	q, found := strings.CutPrefix(strings.TrimSpace(params), "q=")
	if !found {
		if q, found = strings.CutPrefix(q, "Q="); !found {
			return 1000
		}
	}
	whole, fraction, _ := strings.Cut(strings.TrimSpace(q), ".")
	if whole == "1" {
		return 1000
	}
	if whole != "0" || len(fraction) > 3 {
		return 0
	}
	w := 0
	for i := range 3 {
		w *= 10
		if i < len(fraction) {
			if fraction[i] < '0' || fraction[i] > '9' {
				return 0
			}
			w += int(fraction[i] - '0')
		}
	}
	return w
}
