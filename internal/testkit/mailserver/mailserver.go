// Package mailserver owns a mail server for tests. It must not know what e-mails say.
package mailserver

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
)

// maxWaiting is how many e-mails may wait for a test to read them.
const maxWaiting = 100

// Start starts an SMTP server. Each e-mail comes with the commands before it, as it
// was sent.
func Start(t testing.TB) (hostPort string, mails <-chan string) {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	received := make(chan string, maxWaiting)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				received <- receive(conn)
			}()
		}
	}()
	return listener.Addr().String(), received
}

func receive(conn net.Conn) string {
	var mail strings.Builder
	in := bufio.NewScanner(conn)
	reply := func(line string) { _, _ = fmt.Fprintf(conn, "%s\r\n", line) }
	reply("220 test")
	for in.Scan() {
		switch command, _, _ := strings.Cut(in.Text(), " "); strings.ToUpper(command) {
		case "DATA":
			reply("354 go ahead")
			for in.Scan() && in.Text() != "." {
				mail.WriteString(in.Text() + "\n")
			}
			reply("250 accepted")
		case "QUIT":
			reply("221 bye")
			return mail.String()
		default:
			mail.WriteString(in.Text() + "\n")
			reply("250 ok")
		}
	}
	return mail.String()
}
