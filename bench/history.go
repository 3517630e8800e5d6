package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	manyVersions   = 10_000
	historyRounds  = 60 // number of saves on each server
	maxHistoryCost = 1.2
)

// measureHistory checks that a save costs the same however long the history is. The
// servers take turns, and the faster half of the saves counts: the others contain
// what the machine did besides.
func measureHistory(ctx context.Context, r *report, _, dir string) (err error) {
	var servers [2]*sizeServer
	var times [2][]time.Duration
	for i, versions := range []int{0, manyVersions} {
		data := filepath.Join(dir, fmt.Sprintf("versions-%d", versions))
		s, err := startSize(ctx, data, sizes[0])
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, s.Stop()) }()
		if err := fillHistory(ctx, data, s.id, versions); err != nil {
			return fmt.Errorf("fill the history: %w", err)
		}
		servers[i] = s
	}
	for round := range historyRounds {
		for i, s := range servers {
			post := map[string]any{"id": s.id, "title": fmt.Sprintf("Save number %d", round)}
			began := time.Now()
			if err := s.admin.Call(ctx, http.MethodPost, "api/admin/blog-posts", post, nil); err != nil {
				return err
			}
			times[i] = append(times[i], time.Since(began))
		}
	}
	none, many := fasterHalf(times[0]), fasterHalf(times[1])
	cost := float64(many) / float64(none)
	r.check(cost <= maxHistoryCost, "save with 10,000 versions", fmt.Sprintf("%.2f", cost), fmt.Sprintf("at most %.1f", maxHistoryCost),
		fmt.Sprintf("relative to a save with none; %.1f and %.1f ms", milliseconds(none), milliseconds(many)))
	return nil
}

// fasterHalf returns the mean of the faster half.
func fasterHalf(times []time.Duration) (mean time.Duration) {
	slices.Sort(times)
	half := times[:len(times)/2]
	for _, t := range half {
		mean += t / time.Duration(len(half))
	}
	return mean
}

// fillHistory adds versions, half of them of the given post.
func fillHistory(ctx context.Context, data string, post, count int) (err error) {
	db, err := sql.Open("sqlite", filepath.Join(data, "perimeter.db"))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	fields := fmt.Sprintf(`{"content":%q}`, strings.Repeat("Ants follow a trail. ", 300)) // as long as an article
	now := time.Now()
	for i := range count {
		record := post
		if i%2 == 1 {
			record = post + i
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO versions (kind, record_id, revision, saved_at, user_id, user_name, action, fields)
			VALUES ('post', $1, 1, $2, 1, 'Anna Example', 'update', $3)`,
			fmt.Sprint(record), now.Add(time.Duration(i-count)*time.Minute).UnixMicro(), fields)
		if err != nil {
			return err
		}
	}
	return tx.Commit()
}
