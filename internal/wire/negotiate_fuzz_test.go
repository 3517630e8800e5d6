package wire

import (
	"strings"
	"testing"
)

// FuzzAcceptEncoding checks what holds for every header: values within bounds, and
// that neither case, spaces nor the division into lines change anything.
func FuzzAcceptEncoding(f *testing.F) {
	for _, header := range []string{
		"", "*", "br", "gzip, deflate, br, zstd", "br;q=0.1, gzip", "gzip;q=0, *;q=0.5", "identity;q=0.001", "x-gzip;Q=1.000",
		"br ; q=0.25 ,,gzip;q=", "zstd;q=0.12345", "*;q=0, identity", "br;q=2", "br;q=-1", "gzip;level=9;q=0.5", "br;q=0.5, br",
	} {
		f.Add(header)
	}
	f.Fuzz(func(t *testing.T, header string) {
		quality := parseAcceptEncoding([]string{header})
		for c, q := range quality {
			if q < 0 || q > 1000 {
				t.Errorf("%q: the quality of %s is %d", header, coding(c), q)
			}
		}
		for name, same := range map[string][]string{
			"in lines":    strings.Split(header, ","),
			"with spaces": {strings.ReplaceAll(" "+header+" ", ",", " , ")},
			"in capitals": {upperASCII(header)},
		} {
			if got := parseAcceptEncoding(same); got != quality {
				t.Errorf("%q %s has %v, want %v", header, name, got, quality)
			}
		}
	})
}

func upperASCII(text string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, text)
}
