package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"time"

	"perimeter/internal/testkit/blackbox"
)

const (
	signInPairs = 60
	// maxTiming is how many standard errors the mean difference may be from zero.
	// By chance alone it is further once in more than ten thousand runs.
	maxTiming = 4
)

// measureSignIn compares how long a refused sign-in takes for a username that
// exists and one that does not. The attempts alternate, so that both meet the
// same load, and each pair comes from a client of its own.
func measureSignIn(ctx context.Context, r *report, data string) (err error) {
	if err := blackbox.AddAdministrator(ctx, data); err != nil {
		return err
	}
	server, err := startPerimeter(ctx, data, "PERIMETER_TRUSTED_PROXIES=127.0.0.0/8")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	var differences []float64 // in milliseconds
	for i := range signInPairs {
		client := fmt.Sprintf("198.51.100.%d", i+1)
		names := []string{blackbox.Username, "nobody-has-this"}
		if i%2 == 1 {
			names[0], names[1] = names[1], names[0]
		}
		var took [2]time.Duration
		for j, name := range names {
			if took[j], err = refusedSignIn(ctx, server.URL, client, name); err != nil {
				return err
			}
		}
		known, unknown := took[i%2], took[1-i%2]
		differences = append(differences, float64(known-unknown)/float64(time.Millisecond))
	}
	mean, deviation := meanAndError(differences)
	r.check(math.Abs(mean) <= maxTiming*deviation, "sign-in, known minus unknown name", fmt.Sprintf("%+.2f ms", mean),
		fmt.Sprintf("within %d standard errors", maxTiming), fmt.Sprintf("standard error %.2f ms, %d pairs", deviation, signInPairs))
	return nil
}

// refusedSignIn returns how long it takes until a wrong password is refused.
func refusedSignIn(ctx context.Context, home, client, username string) (time.Duration, error) {
	began := time.Now()
	status, err := blackbox.TrySignIn(ctx, home, client, username)
	took := time.Since(began)
	if err == nil && status != http.StatusUnauthorized {
		err = fmt.Errorf("a wrong password was answered with %d", status)
	}
	return took, err
}

// meanAndError returns the mean and its standard error.
func meanAndError(values []float64) (mean, standardError float64) {
	for _, v := range values {
		mean += v / float64(len(values))
	}
	var squares float64
	for _, v := range values {
		squares += (v - mean) * (v - mean)
	}
	n := float64(len(values))
	return mean, math.Sqrt(squares / (n - 1) / n)
}
