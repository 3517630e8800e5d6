package wire

import (
	"crypto/tls"
	"net"
	"net/http/httptest"
	"testing"
)

// A visitor who is connecting when the server stops still gets a connection.
func TestHandshakesGoOnAfterClose(t *testing.T) {
	certified := httptest.NewTLSServer(nil)
	defer certified.Close()
	plain := listen(t)
	address := plain.Addr().String()
	listener := TLSListener(NewConnections(Limits{Total: 9, Network: 9}).Listener(plain), certified.TLS)

	client := dial(t, address)
	// The connection is accepted before the next one is.
	first := tls.Client(dial(t, address), &tls.Config{InsecureSkipVerify: true})
	go func() { _ = first.Handshake() }()
	c, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	_ = c.Close()

	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := net.Dial("tcp", address); err == nil {
		t.Error("a closed listener accepts connections")
	}
	shaken := make(chan error, 1)
	go func() { shaken <- tls.Client(client, &tls.Config{InsecureSkipVerify: true}).Handshake() }()
	accepted, err := listener.Accept()
	if err != nil {
		t.Fatalf("the connection that was being made: %v", err)
	}
	defer accepted.Close()
	if err := <-shaken; err != nil {
		t.Error(err)
	}
	if _, err := listener.Accept(); err == nil {
		t.Error("there is another connection")
	}
}
