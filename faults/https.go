package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"perimeter/internal/testkit/blackbox"
	"perimeter/internal/testkit/blackbox/acme"
)

const (
	domain = "www.pest.example"
	// leaseLimit is how long a dead holder of the lease, and after it a busy machine,
	// may keep others from a certificate.
	leaseLimit = 2 * time.Minute
)

// The ways in which the ACME server behaves.
const (
	wellBehaved int32 = iota
	stalled           // orders are not answered
	asking            // the certificate that is asked about first has to be renewed
	away              // the same, but orders are cut off
)

// encryptedReplicas kills the replica that orders the first certificate, and lets the
// others go on with it; then the ACME server asks for a renewal under load.
func encryptedReplicas(ctx context.Context, s *setup, r *result) error {
	d, err := s.database(ctx)
	if err != nil {
		return err
	}
	ports, err := freePorts(6)
	if err != nil {
		return err
	}
	var behaviour atomic.Int32
	var replaced atomic.Bool
	var old atomic.Pointer[string] // the path of what is asked about the first certificate
	behaviour.Store(stalled)
	ordered := make(chan struct{}, 100)
	issuer, err := acme.Start(ctx, s.dir, acme.Config{
		HTTPPort: ports[0], HTTPSPort: ports[1], Lifetime: 6 * 24 * time.Hour, Renewed: true,
		Intercept: func(w http.ResponseWriter, request *http.Request, body []byte) bool {
			now := behaviour.Load()
			switch {
			case acme.IsOrder(request) && now == stalled:
				ordered <- struct{}{}
				<-request.Context().Done()
				return true
			case now == away && acme.IsOrder(request):
				ordered <- struct{}{}
				panic(http.ErrAbortHandler)
			case acme.IsRenewal(request, body):
				replaced.Store(true)
			case now >= asking && acme.IsRenewalInfo(request):
				old.CompareAndSwap(nil, &request.URL.Path)
				if *old.Load() == request.URL.Path {
					acme.AskNow(w)
					return true
				}
			}
			return false
		},
	})
	if errors.Is(err, acme.ErrMissing) {
		return skipped(err.Error())
	}
	if err != nil {
		return err
	}
	defer issuer.Stop()
	start := func(n, httpPort, httpsPort int) (*blackbox.Process, error) {
		return blackbox.Serve{
			Data: fmt.Sprintf("%s/https-%d", s.dir, n), Ready: "healthz",
			Env: []string{
				d.env(d.address), "PERIMETER_DOMAIN=" + domain, "PERIMETER_ACME_CHECK=500ms",
				"PERIMETER_ACME_DIRECTORY=" + issuer.Directory, "PERIMETER_ACME_CA=" + issuer.CAFile,
				fmt.Sprintf("PERIMETER_HTTP_LISTEN=127.0.0.1:%d", httpPort), fmt.Sprintf("PERIMETER_HTTPS_LISTEN=127.0.0.1:%d", httpsPort),
			},
		}.Start(ctx)
	}
	dying, err := start(0, ports[2], ports[3])
	if err != nil {
		return err
	}
	select {
	case <-ordered:
	case <-ctx.Done():
		return ctx.Err()
	}
	dying.Kill()
	behaviour.Store(wellBehaved)

	// The ACME server looks for the domain at the first of the others only. It has to
	// answer also for what its neighbour has ordered.
	serials := map[int]func() (*big.Int, error){}
	var running []*blackbox.Process
	for i, p := range [][2]int{{ports[0], ports[1]}, {ports[4], ports[5]}} {
		process, err := start(i+1, p[0], p[1])
		if err != nil {
			return err
		}
		defer process.Kill()
		running = append(running, process)
		serials[i] = func() (*big.Int, error) { return serialAt(ctx, issuer.Client(p[1])) }
	}
	same := func(previous *big.Int) (serial *big.Int, err error) {
		return serial, eventually(ctx, leaseLimit, func() error {
			first, err := serials[0]()
			if err != nil {
				return err
			}
			second, err := serials[1]()
			if err != nil {
				return err
			}
			if serial = first; first.Cmp(second) != 0 || previous != nil && first.Cmp(previous) == 0 {
				return fmt.Errorf("the replicas show the certificates %x and %x", first, second)
			}
			return nil
		})
	}
	serial, err := same(nil)
	if err != nil {
		return err
	}
	r.atMost("orders of the first certificate", issuer.Orders(), 1)

	failed := count("failed")
	loading, stop := context.WithCancel(ctx)
	defer stop()
	requests, loaded := atomic.Int64{}, make(chan struct{})
	go func() {
		defer close(loaded)
		for i := 0; loading.Err() == nil; i++ {
			if _, err := serials[i%2](); err != nil {
				failed.add("%v", err)
			}
			requests.Add(1)
		}
	}()
	if !s.short {
		behaviour.Store(away)
		select {
		case <-ordered:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	behaviour.Store(asking)
	_, err = same(serial)
	stop()
	<-loaded
	if err != nil {
		return err
	}
	if !replaced.Load() {
		return errors.New("the order did not say what it replaces")
	}
	r.atLeast("requests during the renewal", int(requests.Load()), 10)
	r.none(failed)
	return r.peak(running[0], peakMB)
}

// serialAt fetches a page and returns the serial number of the certificate.
func serialAt(ctx context.Context, client *http.Client) (*big.Int, error) {
	ctx, cancel := context.WithTimeout(ctx, requestLimit)
	defer cancel()
	response, err := client.Do(newRequest(ctx, http.MethodGet, "https://"+domain+"/healthz", nil))
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("answered %d", response.StatusCode)
	}
	return response.TLS.PeerCertificates[0].SerialNumber, nil
}

// freePorts returns ports that nobody listens on.
func freePorts(n int) ([]int, error) {
	ports := make([]int, n)
	for i := range ports {
		port, err := blackbox.FreePort()
		if err != nil {
			return nil, err
		}
		if ports[i], err = strconv.Atoi(port); err != nil {
			return nil, err
		}
	}
	return ports, nil
}
