package server

import (
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestClientIPIsTheLastUntrustedHop(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128"), netip.MustParsePrefix("10.0.0.0/8")}
	for name, tt := range map[string]struct {
		remote    string
		forwarded []string
		trusted   []netip.Prefix
		want      string
	}{
		"no proxy":                       {"203.0.113.9:4711", nil, proxies, "203.0.113.9"},
		"a client that makes one up":     {"203.0.113.9:4711", []string{"198.51.100.7"}, proxies, "203.0.113.9"},
		"nobody is trusted":              {"127.0.0.1:4711", []string{"198.51.100.7"}, nil, "127.0.0.1"},
		"a proxy":                        {"127.0.0.1:4711", []string{"198.51.100.7"}, proxies, "198.51.100.7"},
		"a proxy over IPv6":              {"[::1]:4711", []string{"2001:db8::1"}, proxies, "2001:db8::1"},
		"a made-up entry before a proxy": {"127.0.0.1:4711", []string{"1.2.3.4, 198.51.100.7"}, proxies, "198.51.100.7"},
		"two proxies":                    {"127.0.0.1:4711", []string{"198.51.100.7, 10.1.1.1"}, proxies, "198.51.100.7"},
		"two headers":                    {"127.0.0.1:4711", []string{"198.51.100.7", "10.1.1.1"}, proxies, "198.51.100.7"},
		"proxies alone":                  {"127.0.0.1:4711", []string{"10.1.1.1"}, proxies, "10.1.1.1"},
		"nonsense":                       {"127.0.0.1:4711", []string{"1.2.3.4, unknown"}, proxies, "127.0.0.1"},
		"no header":                      {"127.0.0.1:4711", nil, proxies, "127.0.0.1"},
		"IPv4 as IPv6":                   {"[::ffff:203.0.113.9]:4711", nil, proxies, "203.0.113.9"},
		"no address":                     {"@", nil, proxies, "invalid IP"},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequestWithContext(t.Context(), get, "/", nil)
			r.RemoteAddr = tt.remote
			r.Header["X-Forwarded-For"] = tt.forwarded
			if got := clientIP(r, tt.trusted).String(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
