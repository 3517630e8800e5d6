// Command faults puts the built binary under failure, attack and overload and
// counts what is lost, refused, stale or held in memory. It must not know
// anything of the program's inside; it acts as a visitor, a network, a disk or
// an operating system would.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"
)

const (
	wholeLimit = 90 * time.Minute
	shortLimit = 10 * time.Minute
	trialLimit = 5 * time.Minute
)

// longTrials have a limit of their own.
var longTrials = map[string]time.Duration{"power-loss": 30 * time.Minute, "power-loss-postgres": 30 * time.Minute, "histories": 15 * time.Minute}

// trial is one fault, with the limits that its run function checks.
type trial struct {
	name  string
	does  string
	short bool // whether the short version has it too
	run   func(context.Context, *setup, *result) error
}

// trials in the order in which they run.
var trials = []trial{
	{"kill-sqlite", "kill -9 while clients save posts and upload pictures, SQLite", true, killSQLite},
	{"kill-postgres", "kill -9 while clients save posts and upload pictures, PostgreSQL", true, killPostgres},
	{"power-loss", "the server starts on what power cuts may leave of its disk, SQLite", false, powerLoss},
	{"power-loss-postgres", "the same with a database on another machine, PostgreSQL", false, powerLossBesidePostgres},
	{"disk-full", "the disk fills up, SQLite", true, diskFull},
	{"postgres-stopped", "PostgreSQL is stopped and started again", true, postgresStopped},
	{"postgres-restart", "the server is started while PostgreSQL is stopped", false, postgresAwayAtStart},
	{"postgres-slow", "every answer of PostgreSQL takes 2 s longer", false, postgresSlow},
	{"postgres-cut", "connections to PostgreSQL are cut under load", true, postgresCut},
	{"s3-away", "S3 accepts no connection", true, s3Away},
	{"s3-slow", "every answer of S3 takes 2 s longer", false, s3Slow},
	{"s3-refusing", "S3 refuses every request", false, s3Refusing},
	{"sigterm", "SIGTERM under load with open event streams and an unfinished body", true, sigterm},
	{"replicas", "three replicas on one PostgreSQL, one of them killed", false, replicas},
	{"histories", "every history of a record on three replicas under cuts, kills and pauses has an explanation", true, histories},
	{"stale-histories", "the same finds a build that does not check its cached pages", false, staleHistories},
	{"rolling-upgrade", "three replicas on one PostgreSQL are replaced one after the other under load", true, rollingUpgrade},
	{"upgrade-apply", "another release takes over under load, then one that crashes, SQLite", true, upgradeApply},
	{"https", "three replicas with one certificate, one killed while it orders it; a renewal under load", true, encryptedReplicas},
	{"notices", "kill -9 between a message and its notice, three replicas on one PostgreSQL", true, notices},
	{"backups", "kill -9 while backups are made, deleted and restored", true, backups},
	{"recovery", "the machine is lost: a bare folder and the recovery sheet, encrypted backups", true, recovery},
	{"backup-damage", "truncated, altered, older and newer backups are restored", true, damagedBackups},
	{"backup-s3", "S3 is away or slow in the middle of a backup", true, backupsToS3},
	{"slow-senders", "senders that stall in the header, the body or an upload", false, slowSenders},
	{"wrong-token", "uploads with a wrong token that never end", true, wrongToken},
	{"body-flood", "stalled bodies of 4 MB on open routes", true, bodyFlood},
	{"slow-readers", "slow readers of a long public list", false, slowReaders},
	{"stream-flood", "event streams from many client IPs", false, streamFlood},
	{"connection-flood", "connections from one client IP", true, connectionFlood},
	{"address-flood", "one connection from each of thousands of client IPs", true, addressFlood},
	{"header-flood", "requests that announce a body and send none", true, headerFlood},
	{"small-bodies", "stalled bodies of 32 KB from many client IPs", true, smallBodies},
	{"killed-tabs", "tabs of the back office are killed while somebody types", false, killedTabs},
	{"image-bombs", "pictures made to exhaust a decoder or a browser", true, imageBombs},
}

func main() {
	var o options
	flag.BoolVar(&o.short, "short", false, "run fewer trials with smaller numbers, about a minute in all")
	flag.StringVar(&o.only, "run", "", "run only the trials whose name contains this `text`, or one of several with commas between")
	flag.Uint64Var(&o.seed, "seed", uint64(time.Now().Unix()), "choose the random states of the disk by this `number`")
	flag.IntVar(&o.number, "n", 0, "try this `number` of histories, or of states of the disk, instead of the usual one")
	flag.StringVar(&o.report, "report", "", "also write the result of each trial to this `file`, as JSON")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, o, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
		os.Exit(1)
	}
}

type options struct {
	short        bool
	only, report string
	seed         uint64
	number       int
}

// outcome is the result of one trial, in the form that scripts/reports.mjs reads.
type outcome struct {
	Name   string  `json:"name"`
	Result verdict `json:"result"`
}

// selected reports whether the options include the trial. One that takes too long for
// every short run has a short version too, for those who name it.
func (o options) selected(t trial) bool {
	names := strings.Split(o.only, ",")
	if o.short && !t.short {
		return slices.Contains(names, t.name)
	}
	return slices.ContainsFunc(names, func(text string) bool { return strings.Contains(t.name, text) })
}

func run(ctx context.Context, o options, out io.Writer) (err error) {
	limit := wholeLimit
	if o.short {
		limit = shortLimit
	}
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("the trials took longer than %s", limit))
	defer cancel()
	s, err := newSetup(o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()

	var outcomes []outcome
	number := map[verdict]int{}
	for _, t := range trials {
		if !o.selected(t) {
			continue
		}
		r := &result{out: out}
		began := time.Now()
		err := try(ctx, t, s, r)
		r.print(t, time.Since(began), err)
		got := r.verdict(err)
		outcomes = append(outcomes, outcome{t.name, got})
		number[got]++
	}
	fmt.Fprintf(out, "\n%d passed, %d failed, %d skipped\n", number[pass], number[fail], number[skip])
	if o.report != "" {
		raw, err := json.Marshal(outcomes)
		if err == nil {
			err = os.WriteFile(o.report, raw, 0o644)
		}
		if err != nil {
			return err
		}
	}
	if number[fail] > 0 {
		return fmt.Errorf("%d of %d trials failed", number[fail], number[pass]+number[fail])
	}
	if len(outcomes) == 0 {
		return fmt.Errorf("no trial's name contains %q", o.only)
	}
	return ctx.Err()
}

// try runs one trial within its own deadline.
func try(ctx context.Context, t trial, s *setup, r *result) error {
	limit := cmp.Or(longTrials[t.name], trialLimit)
	ctx, cancel := context.WithTimeoutCause(ctx, limit, fmt.Errorf("the trial took longer than %s", limit))
	defer cancel()
	err := t.run(ctx, s, r)
	if err != nil && ctx.Err() != nil {
		return errors.Join(context.Cause(ctx), err)
	}
	return err
}

// skipped says why a trial cannot run on this machine.
type skipped string

func (s skipped) Error() string { return string(s) }
