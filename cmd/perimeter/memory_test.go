package main

import (
	"context"
	"math"
	"runtime"
	"runtime/debug"
	"testing"
)

func TestGCPercentFallsAsTheLiveHeapGrows(t *testing.T) {
	for live, want := range map[uint64]int{
		0:         100,
		10 << 20:  100,
		24 << 20:  100,
		32 << 20:  50,
		48 << 20:  25,
		96 << 20:  25,
		500 << 20: 25,
	} {
		if got := gcPercent(live); got != want {
			t.Errorf("%d MB: %d, want %d", live>>20, got, want)
		}
	}
}

func TestMemoryLimitLeavesRoomAboveTheLiveHeap(t *testing.T) {
	for live, want := range map[uint64]int64{0: 48 << 20, 10 << 20: 48 << 20, 32 << 20: 56 << 20, 40 << 20: 66 << 20, 200 << 20: 266 << 20} {
		if got := memoryLimit(live); got != want {
			t.Errorf("%d MB: %d MB, want %d", live>>20, got>>20, want>>20)
		}
	}
}

// A fixed memory limit made the collector run after every few allocations once
// the live data exceeded it.
func TestTheCollectorDoesNotRunContinuouslyWithALargeHeap(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	old := debug.SetGCPercent(100)
	t.Cleanup(func() { debug.SetGCPercent(old); debug.SetMemoryLimit(math.MaxInt64) })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	tuneCollector(ctx)

	live := make([]byte, 200<<20)
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	garbage := make([]byte, 64<<10)
	for range 400 << 20 / len(garbage) {
		garbage = make([]byte, len(garbage))
	}
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(garbage)
	runtime.KeepAlive(live)
	// 400 MB of garbage, with about 50 MB between two collections.
	if n := after.NumGC - before.NumGC; n > 20 {
		t.Errorf("%d collections, want at most 20", n)
	}
}

func TestTheCollectorIsTunedAfterACollection(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	old := debug.SetGCPercent(100)
	t.Cleanup(func() { debug.SetGCPercent(old); debug.SetMemoryLimit(math.MaxInt64) })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	tuneCollector(ctx)
	live := make([]byte, 200<<20)
	eventually(t, "the value for a large heap", func() bool {
		runtime.GC()
		return readMetric("/gc/gogc:percent") == 25
	})
	// What other tests have left behind counts too.
	if limit := readMetric("/gc/gomemlimit:bytes"); limit < 260<<20 || limit > 2<<30 {
		t.Errorf("the limit is %d MB", limit>>20)
	}
	runtime.KeepAlive(live)
}

func TestTheOperatorsSettingsWin(t *testing.T) {
	t.Setenv("GOGC", "77")
	t.Setenv("GOMEMLIMIT", "1GiB")
	debug.SetMemoryLimit(1 << 30)
	old := debug.SetGCPercent(77)
	t.Cleanup(func() { debug.SetGCPercent(old); debug.SetMemoryLimit(math.MaxInt64) })
	tuneCollector(t.Context())
	if percent := readMetric("/gc/gogc:percent"); percent != 77 {
		t.Errorf("GOGC is %d", percent)
	}
	if limit := readMetric("/gc/gomemlimit:bytes"); limit != 1<<30 {
		t.Errorf("GOMEMLIMIT is %d", limit)
	}
}
