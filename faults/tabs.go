package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"syscall"
	"time"
)

const webDir = "web"

// lostInTabs finds the counts in what the browser's trial prints.
var lostInTabs = regexp.MustCompile(`lost (\d+) of (\d+) characters in (\d+) killed tabs`)

// killedTabs types in a browser whose tabs are killed. What must be kept is checked
// there, because it depends on when each word was typed.
func killedTabs(ctx context.Context, _ *setup, r *result) error {
	if _, err := os.Stat(webDir + "/node_modules/.bin/playwright"); err != nil {
		return skipped("the packages of the front end are not installed")
	}
	const rounds = 50
	trial := exec.CommandContext(ctx, "node_modules/.bin/playwright", "test", "--config=playwright.trials.config.ts")
	trial.Dir = webDir
	trial.Env = append(os.Environ(), "PERIMETER_TRIAL_ROUNDS="+strconv.Itoa(rounds))
	// Playwright then stops the browser and the server.
	trial.Cancel = func() error { return trial.Process.Signal(syscall.SIGINT) }
	trial.WaitDelay = 10 * time.Second
	printed, err := trial.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, printed)
	}
	return readTabs(r, string(printed), rounds)
}

// readTabs records the counts.
func readTabs(r *result, printed string, rounds int) error {
	counts := lostInTabs.FindStringSubmatch(printed)
	if counts == nil {
		return fmt.Errorf("no counts in %q", printed)
	}
	var got [3]int
	for i, text := range counts[1:] {
		n, err := strconv.Atoi(text)
		if err != nil {
			return err
		}
		got[i] = n
	}
	r.atLeast("killed tabs", got[2], rounds)
	r.atLeast("characters typed", got[1], rounds)
	r.note("characters of the last two seconds", got[0])
	return nil
}
