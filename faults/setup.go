package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"perimeter/internal/testkit/blackbox"
)

// setup is what trials run on: folders that vanish, and a PostgreSQL and an S3
// server that are started when a trial first asks for them.
type setup struct {
	dir      string
	short    bool
	seed     uint64
	number   int // of histories or states of the disk to try; 0 is the usual one
	sites    int
	postgres *postgres
	s3       *s3Server
}

func newSetup(o options) (*setup, error) {
	if _, err := os.Stat(blackbox.Binary); err != nil {
		return nil, fmt.Errorf("run this from the top of the repository after make build: %w", err)
	}
	dir, err := os.MkdirTemp("", "perimeter-faults-")
	return &setup{dir: dir, short: o.short, seed: o.seed, number: o.number}, err
}

func (s *setup) close() error {
	var errs []error
	if s.s3 != nil {
		errs = append(errs, s.s3.stop())
	}
	if s.postgres != nil {
		errs = append(errs, s.postgres.remove())
	}
	return errors.Join(append(errs, os.RemoveAll(s.dir))...)
}

// of returns the number of the whole version or that of the short one.
func (s *setup) of(whole, short int) int {
	if s.short {
		return short
	}
	return whole
}

// site is the running server with somebody signed in.
type site struct {
	*blackbox.Process
	office  *blackbox.Client
	program string // "" is the built binary
	data    string
	env     []string
}

// startSite begins an empty site with the settings and signs in. The site keeps
// its data in a folder of its own unless data names one.
func (s *setup) startSite(ctx context.Context, data string, env ...string) (*site, error) {
	return s.startProgram(ctx, "", data, env...)
}

// startProgram is startSite with another program file than the built binary.
func (s *setup) startProgram(ctx context.Context, program, data string, env ...string) (*site, error) {
	if data == "" {
		s.sites++
		data = filepath.Join(s.dir, fmt.Sprintf("site-%d", s.sites))
	}
	env = append([]string{"PATH="}, env...) // nothing of ours reaches the server
	if err := blackbox.AddAdministrator(ctx, data, env...); err != nil {
		return nil, err
	}
	h := &site{program: program, data: data, env: env}
	if err := h.start(ctx); err != nil {
		return nil, err
	}
	office, err := blackbox.SignIn(ctx, h.URL)
	if err != nil {
		h.Kill()
		return nil, err
	}
	h.office = office
	return h, nil
}

// startVisited begins a site like startSite and looks at every public page.
func (s *setup) startVisited(ctx context.Context, failed *counter, env ...string) (*site, error) {
	h, err := s.startSite(ctx, "", env...)
	if err == nil {
		visit(ctx, h.URL, publicPages, failed)
	}
	return h, err
}

// start starts the server, again if it ran before; who was signed in still is.
func (h *site) start(ctx context.Context) error {
	process, err := blackbox.Serve{Program: h.program, Data: h.data, Env: h.env, Ready: "healthz"}.Start(ctx)
	if err != nil {
		return err
	}
	h.Process = process
	if h.office != nil {
		h.office = h.office.At(process.URL)
	}
	return nil
}
