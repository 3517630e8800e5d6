package limit

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

var errBusy = errors.New("busy")

func TestSlotsLetTheOthersWaitForAWhile(t *testing.T) {
	for name, tt := range map[string]struct {
		firstTakes time.Duration
		want       error
	}{
		"the second waits":         {time.Second, nil},
		"but not for a long while": {5 * time.Second, errBusy},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				slots, began := NewSlots(1, 2*time.Second, errBusy), time.Now()
				release, err := slots.Acquire(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				time.AfterFunc(tt.firstTakes, release)
				_, err = slots.Acquire(t.Context())
				if waited := time.Since(began); !errors.Is(err, tt.want) || waited != min(tt.firstTakes, 2*time.Second) {
					t.Errorf("%v after %v", err, waited)
				}
			})
		})
	}
}

func TestAFreeSlotNeedsNoWait(t *testing.T) {
	slots := NewSlots(1, time.Nanosecond, errBusy)
	if _, err := slots.Acquire(t.Context()); err != nil {
		t.Errorf("ended with %v", err)
	}
}

func TestWaitingForASlotEndsWithTheContext(t *testing.T) {
	slots := NewSlots(1, 0, errBusy)
	if _, err := slots.Acquire(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := slots.Acquire(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
}
