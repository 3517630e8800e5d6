package acme

import (
	"crypto/x509"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

func TestIrreplaceableCertificatesAreRefused(t *testing.T) {
	for name, tt := range map[string]struct {
		serial          int64
		renewed, issued bool
		refused         bool
	}{
		"seven bytes, the highest bit set": {serial: 0x97802fcc3e2bd7, renewed: true, refused: true},
		"one byte, the highest bit set":    {serial: 0x80, renewed: true, refused: true},
		"seven bytes":                      {serial: 0x17802fcc3e2bd7, renewed: true},
		"eight bytes":                      {serial: 0x7f97802fcc3e2bd7, renewed: true},
		"not the first":                    {serial: 0x97802fcc3e2bd7, renewed: true, issued: true},
		"not renewed":                      {serial: 0x97802fcc3e2bd7},
	} {
		t.Run(name, func(t *testing.T) {
			now := time.Now()
			cert, _, err := Issue(x509.Certificate{SerialNumber: big.NewInt(tt.serial), NotBefore: now, NotAfter: now.Add(time.Hour)})
			if err != nil {
				t.Fatal(err)
			}
			s := &Server{orders: 1, issued: tt.issued, config: Config{Renewed: tt.renewed}}
			r := &http.Response{
				StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(string(cert))),
				Request: &http.Request{URL: &url.URL{Path: "/certZ/97"}},
			}
			if err := s.refuseIrreplaceable(r); err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(r.Body)
			if err != nil {
				t.Fatal(err)
			}
			if refused := r.StatusCode == http.StatusForbidden; refused != tt.refused || refused == (string(body) == string(cert)) || refused != (s.Orders() == 0) {
				t.Errorf("status %d, %d orders, %s", r.StatusCode, s.Orders(), body)
			}
		})
	}
}
