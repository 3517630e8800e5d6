package main

import (
	"context"
	"net"
	"sync"
	"time"
)

// proxy stands between the server and a database or a storage and behaves like
// a bad network. It starts as a good one.
type proxy struct {
	listener net.Listener
	target   string

	mu          sync.Mutex
	delay       time.Duration // added to everything that the target sends
	refuse      bool          // close every connection at once
	answer      []byte        // sent instead of what the target would say
	connections map[net.Conn]bool
}

// newProxy listens in front of the target until close.
func newProxy(target string) (*proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &proxy{listener: listener, target: target, connections: map[net.Conn]bool{}}
	go p.accept()
	return p, nil
}

func (p *proxy) address() string { return p.listener.Addr().String() }

// close ends the proxy and every connection through it.
func (p *proxy) close() {
	p.listener.Close()
	p.refuseAll()
}

// slow adds the delay to every answer from now on.
func (p *proxy) slow(delay time.Duration) { p.set(func() { p.delay = delay }) }

// replace answers every request with these bytes.
func (p *proxy) replace(answer []byte) {
	p.set(func() { p.answer = answer })
	p.cut()
}

// refuseAll closes all connections and every new one.
func (p *proxy) refuseAll() {
	p.set(func() { p.refuse = true })
	p.cut()
}

// recover makes it a good network again.
func (p *proxy) recover() { p.set(func() { p.delay, p.refuse, p.answer = 0, false, nil }) }

// cut closes all connections; new ones may be opened at once.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for conn := range p.connections {
		conn.Close()
	}
}

func (p *proxy) set(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
}

func (p *proxy) state() (delay time.Duration, refuse bool, answer []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.delay, p.refuse, p.answer
}

func (p *proxy) accept() {
	for {
		conn, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.serve(conn)
	}
}

func (p *proxy) serve(client net.Conn) {
	defer client.Close()
	_, refuse, answer := p.state()
	if refuse {
		return
	}
	if answer != nil {
		if _, err := client.Read(make([]byte, 64<<10)); err == nil {
			_, _ = client.Write(answer)
		}
		return
	}
	target, err := new(net.Dialer).DialContext(context.Background(), "tcp", p.target) // loopback answers at once
	if err != nil {
		return
	}
	defer target.Close()
	p.set(func() { p.connections[client], p.connections[target] = true, true })
	defer p.set(func() { delete(p.connections, client); delete(p.connections, target) })

	done := make(chan struct{}, 2)
	go func() { p.forward(target, client, func() time.Duration { return 0 }); done <- struct{}{} }()
	go func() { p.forward(client, target, p.currentDelay); done <- struct{}{} }()
	<-done
}

func (p *proxy) currentDelay() time.Duration {
	delay, _, _ := p.state()
	return delay
}

// forward copies what from sends. A delay postpones every piece and leaves the
// rate as it is, as distance does.
func (p *proxy) forward(to, from net.Conn, delay func() time.Duration) {
	type piece struct {
		data []byte
		due  time.Time
	}
	pieces := make(chan piece, 1024)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for piece := range pieces {
			time.Sleep(time.Until(piece.due))
			if _, err := to.Write(piece.data); err != nil {
				from.Close() // ends the reads below
			}
		}
	}()
	for {
		buffer := make([]byte, 32<<10)
		n, err := from.Read(buffer)
		if n > 0 {
			pieces <- piece{buffer[:n], time.Now().Add(delay())}
		}
		if err != nil {
			break
		}
	}
	close(pieces)
	<-ended
}
