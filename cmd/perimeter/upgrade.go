package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// upgradeCommands replace the running release by another one.
type upgradeCommands struct {
	Check upgradeCheckCommand `cmd:"" help:"Try another release on a copy of the site: let it bring the copy up to date, and compare every public page. Works while the server runs, and changes nothing."`
	Apply upgradeApplyCommand `cmd:"" help:"Try another release on a copy of the site, then let it take over from the running server. If it fails, the running release goes on."`
}

// upgradeFlags say which release is tried on which site.
type upgradeFlags struct {
	dataFlags
	Identical bool   `help:"Stop if any page is different, and not only if one fails."`
	Binary    string `arg:"" name:"new-binary" help:"Program of the other release." type:"existingfile"`
}

type upgradeCheckCommand struct{ upgradeFlags }

func (c upgradeCheckCommand) Run(ctx context.Context, s streams) error {
	if err := c.check(ctx, s); err != nil {
		return err
	}
	fmt.Fprintf(s.out, "Nothing speaks against the upgrade. Next: perimeter upgrade apply %s\n", c.Binary)
	return nil
}

type upgradeApplyCommand struct {
	upgradeFlags
	Watch time.Duration `help:"How long the running release watches the new one before it leaves." default:"1m" placeholder:"DURATION"`
}

// Run tries the other release on a copy, replaces the program file and tells the server
// to hand over. The server decides whether the new release stays; this command only
// prints what happens, and puts the old file back if the server has gone back.
func (c upgradeApplyCommand) Run(ctx context.Context, s streams) error {
	var running serverInfo
	if err := askServer(ctx, c.Data, "/server", &running); err != nil {
		return err
	}
	if running.Version != version {
		return fmt.Errorf("the running server is %s, and this command is %s; run %s upgrade apply instead", running.Version, version, running.Executable)
	}
	if running.Refusal != "" {
		return errors.New(running.Refusal)
	}
	if err := c.check(ctx, s); err != nil {
		return err
	}
	undo, err := replaceProgram(running.Executable, c.Binary)
	if err != nil {
		return fmt.Errorf("the program file was not replaced: %w", err)
	}
	fmt.Fprintf(s.out, "Replaced %s; the previous one is %s.\n", running.Executable, previousProgram(running.Executable))
	// The server goes on with the handover even if this command is stopped.
	taken, err := requestHandover(context.WithoutCancel(ctx), c.Data, c.Watch, s.out)
	if err == nil && taken {
		fmt.Fprintln(s.out, "The upgrade is done.")
		return nil
	}
	if err := errors.Join(err, undo()); err != nil {
		return fmt.Errorf("the upgrade failed: %w; see that %s is the release that you want before the server starts the next time",
			err, running.Executable)
	}
	return errors.New("the upgrade failed; the previous release is serving, and its program file is back")
}

// runVersion returns the version of a program file.
func runVersion(ctx context.Context, binary string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, requestTimeout)
	defer cancel()
	out, err := exec.CommandContext(ctx, binary, "version").CombinedOutput()
	text := strings.TrimSpace(string(out))
	if err != nil {
		return "", fmt.Errorf("%s does not run here: %w: %s", binary, err, text)
	}
	found, ok := strings.CutPrefix(text, "perimeter ")
	if !ok {
		return "", fmt.Errorf("%s is no release of this program: it prints %q", binary, text)
	}
	return found, nil
}

// previousProgram is where the program file is kept that was replaced.
func previousProgram(path string) string { return path + ".previous" }

var errSameProgram = errors.New("this is the program file that is installed already")

// replaceProgram replaces a program file at once, and keeps the previous one beside it.
// A process that runs it is not disturbed. undo puts the previous one back.
func replaceProgram(path, from string) (undo func() error, err error) {
	before, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	source, err := os.Open(from)
	if err != nil {
		return nil, err
	}
	defer source.Close()
	if after, err := source.Stat(); err != nil {
		return nil, err
	} else if os.SameFile(before, after) {
		return nil, errSameProgram
	}
	previous := previousProgram(path)
	if err := copyProgram(previous, path, before.Mode()); err != nil {
		return nil, err
	}
	if err := copyProgram(path, from, before.Mode()); err != nil {
		return nil, err
	}
	return func() error { return os.Rename(previous, path) }, nil
}

// copyProgram makes path a copy of another file, at once.
func copyProgram(path, from string, mode os.FileMode) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	_, err = replaceFile(path, func(w io.Writer) error {
		if file, ok := w.(*os.File); ok {
			if err := file.Chmod(mode.Perm()); err != nil {
				return err
			}
		}
		_, err := io.Copy(w, source)
		return err
	})
	return err
}

// arguments is what the process was started with.
type arguments []string

// ownProgram returns the program file of this process, also after it was replaced.
func ownProgram() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

// trialEnvironment is that of a server that serves a copy: none of the settings of the
// site reach it, so that it cannot send, fetch or change anything for the site.
func trialEnvironment(data dataFlags) []string {
	env := withoutSettings(os.Environ(), func(name string) bool {
		return strings.HasPrefix(name, settingPrefix) && !strings.HasPrefix(name, settingPrefix+"TEST_") ||
			strings.HasPrefix(name, "AWS_") || name == notifyVariable
	})
	env = append(env, "PERIMETER_TRIAL=true", "PERIMETER_STARTER=false", "PERIMETER_BASE_URL=http://site.invalid",
		"PERIMETER_LISTEN=127.0.0.1:0", "PERIMETER_DATA="+data.Data)
	for name, value := range map[string]string{"PERIMETER_DATABASE_URL": data.DatabaseURL, "PERIMETER_SITE": data.Site} {
		if value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// withoutSettings returns the variables that are not left out.
func withoutSettings(environment []string, leaveOut func(name string) bool) []string {
	var env []string
	for _, variable := range environment {
		if name, _, _ := strings.Cut(variable, "="); !leaveOut(name) {
			env = append(env, variable)
		}
	}
	return env
}

// plural returns a number with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
