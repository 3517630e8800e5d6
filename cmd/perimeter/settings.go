package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// settingPrefix begins the name of every environment variable that we read.
const settingPrefix = "PERIMETER_"

// checkDurations refuses durations that are zero or negative, whatever they are
// for.
func checkDurations(flags []*kong.Flag) error {
	for _, flag := range flags {
		if d, ok := flag.Target.Interface().(time.Duration); ok && d <= 0 {
			return fmt.Errorf("--%s (%s) is %s: set it to a duration above zero, such as 5m",
				flag.Name, strings.Join(flag.Envs, ", "), d)
		}
	}
	return nil
}

// unknownSettings returns the names of variables in the environment that look
// like settings and are none, as after a typing error.
func unknownSettings(root *kong.Node, environment []string) []string {
	known := map[string]bool{}
	collectSettings(root, known)
	var unknown []string
	for _, variable := range environment {
		name, _, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, settingPrefix) && !strings.HasPrefix(name, settingPrefix+"TEST_") && !known[name] {
			unknown = append(unknown, name)
		}
	}
	slices.Sort(unknown)
	return unknown
}

func collectSettings(node *kong.Node, known map[string]bool) {
	for _, flag := range node.Flags {
		for _, name := range flag.Envs {
			known[name] = true
		}
	}
	for _, child := range node.Children {
		collectSettings(child, known)
	}
}

// checkSettings refuses settings that no command can work with, and warns of
// those that have no effect.
func checkSettings(command *kong.Context, s streams) error {
	for _, name := range unknownSettings(command.Model.Node, os.Environ()) {
		fmt.Fprintf(s.err, "perimeter: warning: %s is not a setting and has no effect\n", name)
	}
	return checkDurations(command.Flags())
}
