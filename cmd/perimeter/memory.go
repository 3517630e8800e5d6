package main

import (
	"context"
	"os"
	"runtime"
	"runtime/debug"
	runtimemetrics "runtime/metrics"
)

// gcPercent returns the GOGC value for a live heap of a size. A small heap may
// double before the next collection. A larger one, as while images are processed,
// may grow to heapTarget only. It may always grow by a quarter: with a fixed limit
// the collector would run continuously once the live data exceeds it.
func gcPercent(live uint64) int {
	const (
		heapTarget = 48 << 20
		maxPercent = 100
		minPercent = 25
		step       = 5 // changing the value stops the program for a moment
	)
	if live >= heapTarget {
		return minPercent
	}
	percent := (heapTarget - live) * 100 / max(live, 1)
	return int(min(max(percent, minPercent), maxPercent) / step * step)
}

// memoryLimit returns the limit for a live heap of a size, above which the runtime
// returns freed memory to the operating system at once instead of minutes later.
// It leaves room to allocate: at a fixed limit the collector would run
// continuously once the live data exceeds it.
func memoryLimit(live uint64) int64 {
	const (
		usual    = 48 << 20
		overhead = 16 << 20 // stacks, the collector's own memory, and a little more
	)
	return int64(max(usual, live+live/4+overhead))
}

// tuneCollector applies gcPercent and memoryLimit after each garbage collection
// until ctx ends. A value that the operator has set, by GOGC or GOMEMLIMIT, stays.
func tuneCollector(ctx context.Context) {
	ownPercent, ownLimit := os.Getenv("GOGC") == "", os.Getenv("GOMEMLIMIT") == ""
	var adjust func(previous int)
	adjust = func(previous int) {
		if ctx.Err() != nil {
			return
		}
		live := readMetric("/gc/heap/live:bytes")
		percent := gcPercent(live)
		if ownPercent && percent != previous {
			debug.SetGCPercent(percent)
		}
		if ownLimit {
			debug.SetMemoryLimit(memoryLimit(live))
		}
		// Nothing refers to the new object, so the next collection runs adjust.
		runtime.AddCleanup(new(*byte), adjust, percent)
	}
	adjust(0)
}

func readMetric(name string) uint64 {
	sample := []runtimemetrics.Sample{{Name: name}}
	runtimemetrics.Read(sample)
	return sample[0].Value.Uint64()
}
