package main

import (
	"bufio"
	"fmt"
	"net"
	"testing"
	"time"
)

// echoServer answers every line with the same line.
func echoServer(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				for lines := bufio.NewScanner(conn); lines.Scan(); {
					fmt.Fprintln(conn, lines.Text())
				}
			}()
		}
	}()
	return listener.Addr().String()
}

func dial(t *testing.T, p *proxy) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", p.address())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	return conn
}

// ask sends a line and returns the answer, or "" if there is none.
func ask(conn net.Conn, line string) string {
	fmt.Fprintln(conn, line)
	answer, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return ""
	}
	return answer
}

func TestTheProxyPlaysABadNetworkAndRecovers(t *testing.T) {
	p, err := newProxy(echoServer(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.close)
	before := dial(t, p)
	if got := ask(before, "hello"); got != "hello\n" {
		t.Fatalf("a good network answered %q", got)
	}

	const delay = 100 * time.Millisecond
	p.slow(delay)
	began := time.Now()
	if got := ask(before, "slow"); got != "slow\n" || time.Since(began) < delay {
		t.Errorf("a slow network answered %q after %s", got, time.Since(began))
	}

	p.refuseAll()
	if got := ask(before, "cut"); got != "" {
		t.Errorf("a connection that was cut answered %q", got)
	}
	if got := ask(dial(t, p), "refused"); got != "" {
		t.Errorf("a network that refuses answered %q", got)
	}

	p.recover()
	p.replace([]byte("no\n"))
	if got := ask(dial(t, p), "hello"); got != "no\n" {
		t.Errorf("the answer was not replaced: %q", got)
	}

	p.recover()
	if got := ask(dial(t, p), "again"); got != "again\n" {
		t.Errorf("after the fault it answered %q", got)
	}
}
