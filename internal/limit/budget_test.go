package limit

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// opened returns a share that gives way as soon as it is asked to.
func opened(b *Budget, ip string) *Share {
	share, receiving := b.Open(context.Background(), networks(ip))
	context.AfterFunc(receiving, share.Close)
	return share
}

func grow(t *testing.T, s *Share, n int64, want error) {
	t.Helper()
	if err := s.Grow(n); !errors.Is(err, want) {
		t.Fatalf("grow by %d: %v, want %v", n, err, want)
	}
}

func TestSharesThatHaveStalledGiveWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBudget(Quota{Total: 100}, errBusy)
		first, second, third := opened(b, "192.0.2.1"), opened(b, "192.0.2.2"), opened(b, "192.0.2.3")
		grow(t, first, 40, nil)
		grow(t, second, 30, nil)
		grow(t, third, 20, nil)
		time.Sleep(stalledAfter)
		grow(t, first, 10, nil) // now the second is the one that has stalled for longest
		began, newcomer := time.Now(), opened(b, "192.0.2.4")
		grow(t, newcomer, 20, nil)
		if waited := time.Since(began); waited > 0 {
			t.Errorf("it has waited %v", waited)
		}
		synctest.Wait()
		for i, s := range []*Share{first, second, third, newcomer} {
			if got, want := s.ctx.Err() != nil, i == 1; got != want {
				t.Errorf("share %d gave way: %v, want %v", i+1, got, want)
			}
		}
	})
}

func TestSharesThatHaveArrivedKeepTheirRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBudget(Quota{Total: 100}, errBusy)
		complete := opened(b, "192.0.2.1")
		grow(t, complete, 80, nil)
		if err := complete.Arrived(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * stalledAfter)
		began := time.Now()
		grow(t, opened(b, "192.0.2.3"), 30, errBusy)
		if waited := time.Since(began); waited != roomWait {
			t.Errorf("it has waited %v", waited)
		}
		if complete.ctx.Err() != nil {
			t.Error("what has arrived gave way")
		}
		complete.Close()
		grow(t, opened(b, "192.0.2.3"), 80, nil)
	})
}

func TestAShareThatGaveWayDoesNotArrive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBudget(Quota{Total: 10}, errBusy)
		stalled, _ := b.Open(t.Context(), nil)
		grow(t, stalled, 10, nil)
		time.Sleep(stalledAfter)
		newcomer := opened(b, "192.0.2.1")
		var admitted sync.WaitGroup
		admitted.Go(func() { grow(t, newcomer, 10, nil) })
		synctest.Wait()
		if err := stalled.Arrived(); !errors.Is(err, errBusy) {
			t.Errorf("it has arrived: %v", err)
		}
		stalled.Close()
		stalled.Close()
		admitted.Wait()
	})
}

// waits starts to grow a share and returns what comes of it, at once or later.
func waits(s *Share, n int64) <-chan error {
	result := make(chan error, 1)
	go func() { result <- s.Grow(n) }()
	synctest.Wait()
	return result
}

func TestTheNetworkThatHoldsLeastComesFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBudget(Quota{Total: 100}, errBusy)
		complete := opened(b, "192.0.2.1")
		grow(t, complete, 100, nil)
		if err := complete.Arrived(); err != nil {
			t.Fatal(err)
		}
		// One client with three bodies, then two others.
		var flood [3]<-chan error
		for i := range flood {
			flood[i] = waits(opened(b, "192.0.2.2"), 40)
		}
		visitor, neighbor := waits(opened(b, "192.0.2.3"), 30), waits(opened(b, "192.0.2.4"), 30)
		complete.Close()
		synctest.Wait()
		for name, tt := range map[string]struct {
			result  <-chan error
			granted int
		}{
			"the first body of the flood": {flood[0], 1}, "its second": {flood[1], 0}, "its third": {flood[2], 0},
			"a visitor": {visitor, 1}, "a neighbor": {neighbor, 1},
		} {
			if got := len(tt.result); got != tt.granted {
				t.Errorf("%s: %d granted, want %d", name, got, tt.granted)
			}
		}
		// By the time that these would give up, the others have stalled.
		if err := errors.Join(<-flood[1], <-flood[2]); err != nil {
			t.Error(err)
		}
	})
}

func TestWhoHoldsRoomAndWaitsForMoreEndsFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBudget(Quota{Total: 100}, errBusy)
		first, second := opened(b, "192.0.2.1"), opened(b, "192.0.2.2")
		grow(t, first, 50, nil)
		grow(t, second, 50, nil)
		firstMore, secondMore := waits(first, 50), waits(second, 50)
		newcomer := waits(opened(b, "192.0.2.3"), 60)
		if err := <-firstMore; !errors.Is(err, errBusy) {
			t.Errorf("the first: %v", err)
		}
		first.Close()
		if err := <-secondMore; !errors.Is(err, errBusy) {
			t.Errorf("the second: %v", err)
		}
		second.Close()
		if err := <-newcomer; err != nil {
			t.Errorf("the newcomer: %v", err)
		}
	})
}

func TestOneNetworkCannotHoldTheWholeBudget(t *testing.T) {
	b := NewBudget(Quota{Total: 100, Network: 25}, errBusy)
	grow(t, opened(b, "192.0.2.1"), 25, nil)
	grow(t, opened(b, "192.0.2.1"), 1, errBusy)
	grow(t, opened(b, "192.0.2.2"), 25, nil)
	grow(t, opened(b, "2001:db8::1"), 25, nil)
	grow(t, opened(b, "2001:db8:0:1::1"), 25, nil)
	grow(t, opened(b, "2001:db8:0:2::1"), 1, errBusy) // the /56 has its two shares
}
