package wire

import (
	"crypto/tls"
	"net"
	"net/http/httptest"
	"testing"

	"perimeter/internal/testkit"
)

// A visitor who is connecting when the server stops still gets a connection.
func TestHandshakesGoOnAfterClose(t *testing.T) {
	certified := httptest.NewTLSServer(nil)
	defer certified.Close()
	plain := testkit.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	listener := TLSListener(NewConnections(Limits{Total: 9, Network: 9}).Listener(plain), certified.TLS)

	client := testkit.Must(net.Dial("tcp", plain.Addr().String()))(t)
	defer client.Close()
	// The connection is accepted before the next one is.
	first := tls.Client(testkit.Must(net.Dial("tcp", plain.Addr().String()))(t), &tls.Config{InsecureSkipVerify: true})
	defer first.Close()
	go func() { _ = first.Handshake() }()
	testkit.Check(t, testkit.Must(listener.Accept())(t).Close())

	testkit.Check(t, listener.Close())
	if _, err := net.Dial("tcp", plain.Addr().String()); err == nil {
		t.Error("a closed listener accepts connections")
	}
	shaken := make(chan error, 1)
	go func() { shaken <- tls.Client(client, &tls.Config{InsecureSkipVerify: true}).Handshake() }()
	accepted, err := listener.Accept()
	if err != nil {
		t.Fatalf("the connection that was being made: %v", err)
	}
	defer accepted.Close()
	testkit.Check(t, <-shaken)
	if _, err := listener.Accept(); err == nil {
		t.Error("there is another connection")
	}
}
