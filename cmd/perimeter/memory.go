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
// may grow to heapTarget only. It may always grow by half of its size: with a fixed limit the
// collector would run continuously once the live data exceeds it.
func gcPercent(live uint64) int {
	const (
		heapTarget = 64 << 20
		maxPercent = 100
		minPercent = 50
		step       = 10 // changing the value stops the program for a moment
	)
	if live >= heapTarget {
		return minPercent
	}
	percent := (heapTarget - live) * 100 / max(live, 1)
	return int(min(max(percent, minPercent), maxPercent) / step * step)
}

// tuneCollector applies gcPercent after each garbage collection until ctx ends.
// If the operator has set GOGC, that value stays.
func tuneCollector(ctx context.Context) {
	if os.Getenv("GOGC") != "" {
		return
	}
	var adjust func(previous int)
	adjust = func(previous int) {
		if ctx.Err() != nil {
			return
		}
		percent := gcPercent(readMetric("/gc/heap/live:bytes"))
		if percent != previous {
			debug.SetGCPercent(percent)
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
