package media_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/imaging"
	"perimeter/internal/media"
	"perimeter/internal/testkit"
	"perimeter/internal/testkit/picture"
)

// failingCodec fails to make variants and reports each attempt.
type failingCodec struct {
	media.Codec
	variants func(ctx context.Context) error
	attempts chan struct{}
}

func newFailingCodec(variants func(context.Context) error) failingCodec {
	return failingCodec{imaging.New(), variants, make(chan struct{}, 10)}
}

func (c failingCodec) Variants(ctx context.Context, _ []byte, _ func(imaging.RenderedVariant) error) error {
	c.attempts <- struct{}{}
	return c.variants(ctx)
}

// logLines passes on what is logged.
type logLines chan string

func (l logLines) Write(line []byte) (int, error) {
	l <- string(line)
	return len(line), nil
}

// attempts returns the stored number of attempts.
func (f *fixture) attempts(t *testing.T, id string) int {
	t.Helper()
	return testkit.Must(f.store.Image(context.WithoutCancel(t.Context()), id))(t).Attempts
}

func TestAnImageIsGivenUpAfterThreeAttempts(t *testing.T) {
	f := newFixture(t)
	uploaded := f.upload(t, "", png(t, 1))
	var stored []int
	codec := newFailingCodec(func(context.Context) error {
		stored = append(stored, f.attempts(t, uploaded.ID))
		return errors.New("no memory")
	})
	f.codec = codec
	log := make(logLines, 10)
	for attempt := range 3 {
		if got := testkit.Must(f.store.Image(t.Context(), uploaded.ID))(t); got.Optimised {
			t.Fatalf("given up after %d attempts", attempt)
		}
		stop := f.runWorkerWithLog(t, log) // each start tries at once
		if line := <-log; !strings.Contains(line, uploaded.ID) || !strings.Contains(line, "no memory") {
			t.Errorf("the log does not say why: %s", line)
		}
		if attempt == 2 {
			f.awaitVariants(t, uploaded.ID)
		}
		stop()
	}
	// An attempt that a stop interrupts does not count and is repeated.
	if want := []int{1, 2, 3}; !slices.Equal(slices.Compact(stored), want) {
		t.Errorf("stored during the attempts: %v, want %v", stored, want)
	}
	if _, err := f.open(t, uploaded.URL); err != nil {
		t.Errorf("the original is not served: %v", err)
	}
}

func TestAnImageThatEndsTheProcessIsNotTriedForEver(t *testing.T) {
	f := newFixture(t)
	uploaded := f.upload(t, "", png(t, 1))
	// As after three attempts that ended the process.
	err := f.store.Media().Write(t.Context(), func(tx media.Tx) error {
		image, err := tx.Image(t.Context(), uploaded.ID)
		image.Attempts = 3
		return errors.Join(err, tx.PutImage(t.Context(), image))
	})
	if err != nil {
		t.Fatal(err)
	}
	codec := newFailingCodec(func(context.Context) error { return nil })
	f.codec = codec
	f.runWorker(t)
	if got := f.awaitVariants(t, uploaded.ID); len(got.Variants) > 0 || len(codec.attempts) > 0 {
		t.Errorf("%d more attempts, variants %v", len(codec.attempts), got.Variants)
	}
}

func TestAnImageThatWasGivenUpIsTriedAgainEveryDay(t *testing.T) {
	f := newFixture(t)
	uploaded := f.upload(t, "", picture.JPEG(t, picture.Photo(700, 50, 1), 90))
	err := f.store.Media().Write(t.Context(), func(tx media.Tx) error {
		image, err := tx.Image(t.Context(), uploaded.ID)
		image.Attempts, image.Optimised = 3, true
		return errors.Join(err, tx.PutImage(t.Context(), image))
	})
	if err != nil {
		t.Fatal(err)
	}
	codec := newFailingCodec(func(context.Context) error { return errors.New("no memory") })
	works := f.codec
	f.codec = codec
	firstTried := func(want string) {
		t.Helper()
		log := make(logLines, 10)
		stop := f.runWorkerWithLog(t, log)
		defer stop()
		if line := <-log; !strings.Contains(line, want) || !strings.Contains(line, "no memory") {
			t.Errorf("tried was %s, want %s", line, want)
		}
	}
	for day, age := range []time.Duration{25 * time.Hour, 10*24*time.Hour + time.Hour} {
		f.now = uploaded.UploadedAt.Add(age)
		firstTried(uploaded.ID)
		firstTried(f.upload(t, "", png(t, uint64(day))).ID) // after a restart on the same day
	}
	f.codec = works
	f.now = uploaded.UploadedAt.Add(11*24*time.Hour + time.Hour)
	last := f.upload(t, "", png(t, 9))
	f.runWorker(t)
	f.awaitVariants(t, last.ID) // which comes after those that were given up
	if got := testkit.Must(f.store.Image(t.Context(), uploaded.ID))(t); len(got.Variants) == 0 {
		t.Errorf("%+v has no variants", got)
	}
}

func TestAFileThatIsAtFaultIsTriedOnce(t *testing.T) {
	f := newFixture(t)
	uploaded := f.upload(t, "", png(t, 1))
	f.codec = newFailingCodec(func(context.Context) error {
		return fmt.Errorf("wrapped: %w", errs.Errorf(errs.Invalid, "The picture is damaged."))
	})
	f.runWorker(t)
	if got := f.awaitVariants(t, uploaded.ID); got.Attempts != 1 {
		t.Errorf("%d attempts, want 1", got.Attempts)
	}
}

func TestAStopIsNoAttempt(t *testing.T) {
	f := newFixture(t)
	uploaded := f.upload(t, "", png(t, 1))
	codec := newFailingCodec(func(ctx context.Context) error {
		<-ctx.Done()
		return ctx.Err()
	})
	f.codec = codec
	for range 4 {
		stop := f.runWorker(t)
		<-codec.attempts
		stop()
	}
	if got := testkit.Must(f.store.Image(t.Context(), uploaded.ID))(t); got.Optimised || got.Attempts != 0 {
		t.Errorf("%+v", got)
	}
}

// fullStorage fails to store variants while it is full.
type fullStorage struct {
	media.Storage
	full *atomic.Bool
	puts chan struct{}
}

func (s fullStorage) Put(ctx context.Context, key string, data []byte) error {
	if s.full.Load() {
		defer func() { s.puts <- struct{}{} }()
		return errs.Errorf(errs.Unavailable, "The storage is full.")
	}
	return s.Storage.Put(ctx, key, data)
}

func TestAStorageThatFailsIsNoAttempt(t *testing.T) {
	full, puts := &atomic.Bool{}, make(chan struct{}, 10)
	f := newFixture(t, func(s media.Storage) media.Storage { return fullStorage{s, full, puts} })
	uploaded := f.upload(t, "", png(t, 1))
	f.codec = emittingCodec{imaging.New()}
	full.Store(true)
	for range 4 {
		stop := f.runWorker(t)
		<-puts
		stop()
	}
	if got := f.attempts(t, uploaded.ID); got != 0 {
		t.Errorf("%d attempts are counted", got)
	}
	full.Store(false)
	f.runWorker(t)
	if got := f.awaitVariants(t, uploaded.ID); len(got.Variants) != 1 {
		t.Errorf("variants %v", got.Variants)
	}
}

// emittingCodec makes one variant.
type emittingCodec struct{ media.Codec }

func (emittingCodec) Variants(_ context.Context, _ []byte, emit func(imaging.RenderedVariant) error) error {
	return emit(imaging.RenderedVariant{Data: []byte("x"), Type: "image/webp", Width: 1, Height: 1})
}

func TestAnAttemptHasATimeLimit(t *testing.T) {
	f := newFixture(t)
	f.upload(t, "", png(t, 1))
	codec := newFailingCodec(func(ctx context.Context) error {
		if deadline, ok := ctx.Deadline(); !ok || time.Until(deadline) > 10*time.Minute {
			t.Errorf("deadline %v", deadline)
		}
		return nil
	})
	f.codec = codec
	f.runWorker(t)
	<-codec.attempts
}
