package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	// retryWithin is within how much time a refused notice must be tried again: the
	// first pause and the time until a replica looks.
	retryWithin = time.Minute
	// claimWithin is the same for a notice whose sender was killed.
	claimWithin = 3 * time.Minute
	// doubles is how long a second delivery of the same notice is waited for.
	doubles = 3 * time.Second
)

// notices kills servers between a visitor's message and the notice of it, on three
// replicas: first while the receiver refuses, then, in the whole version, while it
// does not answer.
func notices(ctx context.Context, s *setup, r *result) error {
	d, err := s.database(ctx)
	if err != nil {
		return err
	}
	receiver, err := startReceiver(ctx)
	if err != nil {
		return err
	}
	defer receiver.close()
	// A reminder would be a second notice of the same message.
	running, stop, err := s.startReplicas(ctx, d.env(d.address), "PERIMETER_CHAT_WEBHOOK="+receiver.url, "PERIMETER_CHAT_REMINDER=1h")
	defer stop()
	if err != nil {
		return err
	}
	lost, sent := count("lost"), 0

	receiver.set(refusing)
	for i := range 2 {
		if err := write(ctx, running[i].URL, fmt.Sprintf("message %d", i)); err != nil {
			return err
		}
		sent++
	}
	if err := eventually(ctx, recoveryLimit, func() error { return receiver.refused(sent) }); err != nil {
		return err
	}
	running[0].Kill()
	receiver.set(accepting)
	if err := eventually(ctx, retryWithin, func() error { return receiver.complete(sent) }); err != nil {
		lost.add("%v", err)
	}

	if !s.short {
		receiver.set(hanging)
		if err := write(ctx, running[1].URL, "message while the receiver hangs"); err != nil {
			return err
		}
		sent++
		if err := eventually(ctx, recoveryLimit, receiver.asked); err != nil {
			return err
		}
		for _, replica := range running {
			replica.Kill()
		}
		receiver.set(accepting)
		for _, replica := range running {
			if err := replica.start(ctx); err != nil {
				return err
			}
		}
		if err := eventually(ctx, claimWithin, func() error { return receiver.complete(sent) }); err != nil {
			lost.add("%v", err)
		}
	}
	wait(ctx, doubles)
	r.note("conversations", sent)
	r.none(lost)
	r.atMost("most deliveries of one conversation", receiver.most(), 2)
	return r.peak(running[1].Process, peakMB)
}

// startReplicas starts three servers with the same settings.
func (s *setup) startReplicas(ctx context.Context, env ...string) (running []*site, stop func(), err error) {
	stop = func() {
		for _, replica := range running {
			replica.Kill()
		}
	}
	first, err := s.startSite(ctx, "", env...)
	if err != nil {
		return nil, stop, err
	}
	running = append(running, first)
	for i := range 2 {
		next := &site{data: fmt.Sprintf("%s-replica-%d", first.data, i), env: first.env, office: first.office}
		if err := next.start(ctx); err != nil {
			return running, stop, err
		}
		running = append(running, next)
	}
	return running, stop, nil
}

// write begins a conversation.
func write(ctx context.Context, home, text string) error {
	body, err := json.Marshal(map[string]string{"key": text, "text": text, "page": "/"})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, requestLimit)
	defer cancel()
	request := newRequest(ctx, http.MethodPost, home+"api/chat/messages", body)
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the message was answered with %d", answer.StatusCode)
	}
	return nil
}

// mode is what a receiver does with notices.
type mode int

const (
	accepting mode = iota
	refusing
	hanging
)

// receiver is a webhook that counts what it gets.
type receiver struct {
	url    string
	server *http.Server

	mu       sync.Mutex
	mode     mode
	refusals map[string]int // by conversation
	accepted map[string]int
	texts    map[string]int // how often each message was in a notice
	hung     int
	release  chan struct{} // closed when the mode changes
}

func startReceiver(ctx context.Context) (*receiver, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	r := &receiver{
		url: "http://" + listener.Addr().String() + "/", refusals: map[string]int{}, accepted: map[string]int{}, texts: map[string]int{}, release: make(chan struct{}),
	}
	r.server = &http.Server{Handler: r, ReadHeaderTimeout: requestLimit}
	go func() { _ = r.server.Serve(listener) }() // it ends with close
	return r, nil
}

func (r *receiver) close() {
	r.set(accepting)
	_ = r.server.Close()
}

func (r *receiver) set(m mode) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.mode = m
	close(r.release)
	r.release = make(chan struct{})
}

// notice is what the receiver reads of a notice.
type notice struct {
	Conversation string   `json:"conversation"`
	Messages     []string `json:"messages"`
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	var n notice
	if err := json.NewDecoder(request.Body).Decode(&n); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	r.mu.Lock()
	m, release, counts := r.mode, r.release, r.accepted
	if m == refusing {
		counts = r.refusals
	}
	if m == hanging {
		r.hung++
	}
	counts[n.Conversation]++ // also one that gets no answer: somebody may have read it
	for _, text := range n.Messages {
		r.texts[text]++
	}
	r.mu.Unlock()
	switch m {
	case refusing:
		w.WriteHeader(http.StatusServiceUnavailable)
	case hanging:
		<-release
	case accepting:
	}
}

// refused reports whether the notices of so many conversations were refused.
func (r *receiver) refused(want int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.refusals) < want {
		return fmt.Errorf("%d of %d conversations were refused", len(r.refusals), want)
	}
	return nil
}

// asked reports whether a notice has come that was not answered.
func (r *receiver) asked() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.hung == 0 {
		return errors.New("no notice has come")
	}
	return nil
}

// complete reports whether so many conversations were accepted, the last of them
// again if it had no answer.
func (r *receiver) complete(want int) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	total := 0
	for _, n := range r.accepted {
		total += n
	}
	if len(r.accepted) < want || total < want+r.hung {
		return fmt.Errorf("notices of %d conversations came, %d in all; want %d and %d", len(r.accepted), total, want, want+r.hung)
	}
	return nil
}

// times returns how often a message was in a notice.
func (r *receiver) times(text string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.texts[text]
}

// has reports whether a message was in a notice.
func (r *receiver) has(text string) error {
	if r.times(text) == 0 {
		return fmt.Errorf("there is no notice of %q", text)
	}
	return nil
}

// most returns how often the notice came that came most often.
func (r *receiver) most() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	most := 0
	for _, n := range r.accepted {
		most = max(most, n)
	}
	return most
}
