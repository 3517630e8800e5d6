package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"perimeter/internal/testkit/blackbox"
)

// cluster is three replicas, each with its own way to the database.
type cluster struct {
	replicas []*site
	networks []*proxy
	offices  []atomic.Pointer[blackbox.Client] // nil while a replica is down
	faults   int
}

func (s *setup) startCluster(ctx context.Context, program string, env ...string) (c *cluster, stop func(), err error) {
	c = &cluster{offices: make([]atomic.Pointer[blackbox.Client], 3)}
	stop = func() {
		for _, h := range c.replicas {
			h.Kill()
		}
		for _, network := range c.networks {
			network.close()
		}
	}
	d, err := s.database(ctx)
	if err != nil {
		return c, stop, err
	}
	for i := range c.offices {
		network, err := newProxy(d.address)
		if err != nil {
			return c, stop, err
		}
		c.networks = append(c.networks, network)
		settings := append([]string{d.env(network.address())}, env...)
		h, err := s.startReplica(ctx, c.replicas, program, settings)
		if err != nil {
			return c, stop, err
		}
		c.replicas = append(c.replicas, h)
		c.offices[i].Store(h.office)
	}
	return c, stop, nil
}

// startReplica starts a server beside the others.
func (s *setup) startReplica(ctx context.Context, others []*site, program string, env []string) (*site, error) {
	if len(others) == 0 {
		return s.startProgram(ctx, program, "", env...)
	}
	first := others[0]
	h := &site{
		program: program, data: fmt.Sprintf("%s-replica-%d", first.data, len(others)),
		env: append([]string{"PATH="}, env...), office: first.office,
	}
	return h, h.start(ctx)
}

// any returns a replica that is not known to be down.
func (c *cluster) any() *blackbox.Client {
	for {
		if office := c.offices[rand.IntN(len(c.offices))].Load(); office != nil {
			return office
		}
	}
}

// disturb cuts connections, pauses replicas and kills them, one at a time, until calm is
// called, which returns why a replica did not start again.
func (c *cluster) disturb(ctx context.Context) (calm func() error) {
	ctx, end := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- c.disturbUntil(ctx) }()
	return sync.OnceValue(func() error {
		end()
		return <-ended
	})
}

func (c *cluster) disturbUntil(ctx context.Context) error {
	for ctx.Err() == nil {
		wait(ctx, time.Duration(100+rand.IntN(200))*time.Millisecond)
		i := rand.IntN(len(c.replicas))
		h := c.replicas[i]
		c.faults++
		switch kind := rand.IntN(10); {
		case kind < 5:
			c.networks[i].cut()
		case kind < 8:
			h.Signal(syscall.SIGSTOP)
			wait(ctx, time.Duration(100+rand.IntN(400))*time.Millisecond)
			h.Signal(syscall.SIGCONT)
		default:
			c.offices[i].Store(nil)
			h.Kill()
			// Not ctx: the replica is still needed after the last fault.
			if err := h.start(context.WithoutCancel(ctx)); err != nil {
				return err
			}
			c.offices[i].Store(h.office)
		}
	}
	return nil
}
