package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// What the server has done with a connection.
type connState int

const (
	silent   connState = iota // nothing: it waits
	answered                  // sent something
	closed
)

// look finds the state without taking anything out of the connection.
func look(conn net.Conn) connState {
	raw, err := conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		return closed
	}
	state := closed
	err = raw.Control(func(fd uintptr) {
		n, _, err := syscall.Recvfrom(int(fd), make([]byte, 1), syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		switch {
		case n > 0:
			state = answered
		case errors.Is(err, syscall.EAGAIN):
			state = silent
		}
	})
	if err != nil {
		return closed
	}
	return state
}

// held are connections that stay open until release.
type held struct {
	connections []net.Conn
	refused     int // the server accepted no connection
}

// hold opens n connections to the server from several client IPs, sends what
// first returns on each, and leaves them open. Sending ends after the limit,
// because the server may stop to read.
func hold(ctx context.Context, n, ips int, address string, limit time.Duration, first func(i int) []byte) *held {
	var (
		h     held
		mu    sync.Mutex
		group sync.WaitGroup
		slots = make(chan struct{}, 64)
	)
	for i := range n {
		slots <- struct{}{}
		group.Go(func() {
			defer func() { <-slots }()
			conn, err := dialFrom(ctx, i%ips, address)
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				h.refused++
				return
			}
			_ = conn.SetWriteDeadline(time.Now().Add(limit))
			_, _ = conn.Write(first(i)) // that the server reads no more is not a fault
			mu.Lock()
			defer mu.Unlock()
			h.connections = append(h.connections, conn)
		})
	}
	group.Wait()
	return &h
}

// in counts the connections in a state.
func (h *held) in(state connState) (n int) {
	for _, conn := range h.connections {
		if look(conn) == state {
			n++
		}
	}
	return n
}

// keptOpen counts the connections on which the server has answered one request and
// waits for the next.
func (h *held) keptOpen() (n int) {
	replied := slices.DeleteFunc(slices.Clone(h.connections), func(conn net.Conn) bool {
		_ = conn.SetReadDeadline(time.Now().Add(time.Second))
		read, _ := conn.Read(make([]byte, 4096))
		return read == 0
	})
	// To answer the last ones, the server has closed those that were too many.
	for _, conn := range replied {
		if look(conn) == silent {
			n++
		}
	}
	return n
}

// trickle sends one more byte on every connection that still waits.
func (h *held) trickle() {
	for _, conn := range h.connections {
		if look(conn) == silent {
			_ = conn.SetWriteDeadline(time.Now().Add(time.Second))
			_, _ = conn.Write([]byte("a"))
		}
	}
}

func (h *held) release() {
	for _, conn := range h.connections {
		conn.Close()
	}
}

// keptAlive is a client that follows HTTP: it sends one request after the other
// on a connection, looks before each whether the server has closed it, and opens
// another when the server says so or has closed it.
type keptAlive struct {
	ip      int
	address string
	pause   time.Duration
	request func(i int) *http.Request
	// answer is told of every answer.
	answer func(i, status int)
}

// mostRequests bounds what one client sends.
const mostRequests = 100_000

// run sends requests until the server is stopping and has let go of the
// connection. A request that was sent and not answered has failed.
func (c keptAlive) run(ctx context.Context, stopping *atomic.Bool, failed *counter) {
	var conn net.Conn
	var reader *bufio.Reader
	defer func() {
		if conn != nil {
			conn.Close()
		}
	}()
	for i := range mostRequests {
		if conn != nil && look(conn) == closed {
			conn.Close()
			conn = nil
		}
		if conn == nil {
			if stopping.Load() || ctx.Err() != nil {
				return
			}
			var err error
			if conn, err = dialFrom(ctx, c.ip, c.address); err != nil {
				conn = nil
				if !stopping.Load() {
					failed.add("connect: %v", err)
				}
				return
			}
			reader = bufio.NewReader(conn)
		}
		_ = conn.SetDeadline(time.Now().Add(requestLimit))
		request := c.request(i)
		status, last, err := exchange(conn, reader, request)
		if err != nil {
			failed.add("%s %s, connection %d requests old: %v", request.Method, request.URL.Path, i, err)
			return
		}
		c.answer(i, status)
		if last {
			conn.Close()
			conn = nil
		}
		wait(ctx, c.pause)
	}
}

// exchange sends the request and reads the answer. It reports whether the answer
// is the last on this connection.
func exchange(conn net.Conn, reader *bufio.Reader, request *http.Request) (status int, last bool, err error) {
	if err := request.Write(conn); err != nil {
		return 0, true, err
	}
	response, err := http.ReadResponse(reader, request)
	if err != nil {
		return 0, true, err
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, response.Body)
	return response.StatusCode, response.Close, err
}
