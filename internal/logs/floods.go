package logs

import (
	"sync"
	"time"
)

// Floods finds out when something happens too often to record each time. It
// counts by key.
type Floods struct {
	max      int
	interval time.Duration

	mu     sync.Mutex
	floods map[string]*flood
}

type flood struct {
	count     int
	end       *time.Timer
	summarise func(more int)
}

// NewFloods returns Floods that admit the first max occurrences of each key in
// each interval.
func NewFloods(maximum int, interval time.Duration) *Floods {
	return &Floods{max: maximum, interval: interval, floods: map[string]*flood{}}
}

// Admit counts an occurrence of the key and reports whether to record it. The
// first one starts the interval. At its end, summarise is called with the number
// of those that were not admitted, if there are any.
func (f *Floods) Admit(key string, summarise func(more int)) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	current := f.floods[key]
	if current == nil {
		current = &flood{summarise: summarise}
		current.end = time.AfterFunc(f.interval, func() { f.finish(key, current) })
		f.floods[key] = current
	}
	current.count++
	return current.count <= f.max
}

// Full reports whether the next occurrence of the key would not be admitted.
func (f *Floods) Full(key string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	current := f.floods[key]
	return current != nil && current.count >= f.max
}

// Flush ends all intervals now.
func (f *Floods) Flush() {
	f.mu.Lock()
	open := make(map[string]*flood, len(f.floods))
	for key, current := range f.floods {
		open[key] = current
	}
	f.mu.Unlock()
	for key, current := range open {
		f.finish(key, current)
	}
}

// finish ends the interval of a key, once.
func (f *Floods) finish(key string, ended *flood) {
	f.mu.Lock()
	if f.floods[key] != ended {
		f.mu.Unlock()
		return
	}
	delete(f.floods, key)
	ended.end.Stop()
	more := ended.count - f.max
	f.mu.Unlock()
	if more > 0 {
		ended.summarise(more)
	}
}
