package acme

import (
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
)

// refuseIrreplaceable makes the download of the first certificate fail if it is to be
// renewed and Pebble would not find it then, so that the client orders another. That
// happens to one certificate in 256.
func (s *Server) refuseIrreplaceable(r *http.Response) error {
	if !s.config.Renewed || r.StatusCode != http.StatusOK || !strings.HasPrefix(r.Request.URL.Path, "/certZ/") {
		return nil
	}
	chain, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	_ = r.Body.Close()
	r.Body = io.NopCloser(bytes.NewReader(chain))
	block, _ := pem.Decode(chain)
	if block == nil {
		return fmt.Errorf("%s is no certificate", r.Request.URL.Path)
	}
	cert, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.issued = s.issued || replaceable(cert); s.issued {
		return nil
	}
	s.orders--
	refusal := httptest.NewRecorder()
	Problem(refusal, http.StatusForbidden, "unauthorized")
	*r = *refusal.Result()
	return nil
}

// replaceable reports whether Pebble will find the certificate that an order replaces.
// It keeps it by the bytes of its serial number, and looks for those that DER has, which
// begin with a zero if the number fills its bytes to the highest bit.
func replaceable(cert *x509.Certificate) bool { return cert.SerialNumber.BitLen()%8 != 0 }
