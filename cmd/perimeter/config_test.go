package main

import (
	"net/netip"
	"testing"
)

func TestProxyWithoutTrustIsNoticed(t *testing.T) {
	const public = "https://www.pest.example"
	for _, tt := range []struct {
		flags webFlags
		want  bool
	}{
		{webFlags{Listen: "127.0.0.1:8080", BaseURL: public}, true},
		{webFlags{Listen: "localhost:8080", BaseURL: public}, true},
		{webFlags{Listen: "10.0.0.5:8080", BaseURL: public}, true},
		{webFlags{Listen: "0.0.0.0:8080", BaseURL: public}, true}, // in a container
		{webFlags{Listen: "203.0.113.5:443", BaseURL: public}, true},
		{webFlags{Listen: "127.0.0.1:8080", BaseURL: "http://www.pest.example"}, false},
		{webFlags{Listen: "127.0.0.1:8080"}, false},
		{webFlags{Listen: "127.0.0.1:8080", BaseURL: public, TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}, false},
	} {
		if result := checkClientIPs(tt.flags); result.warning() != tt.want {
			t.Errorf("%+v: %v", tt.flags, result)
		}
	}
}
