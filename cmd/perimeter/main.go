// Command perimeter is the whole product in one binary. It is the only package that
// knows all others: it reads the configuration, wires them together and runs them.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // time zones must be known on every machine

	"github.com/alecthomas/kong"

	"perimeter/internal/certificate"
	"perimeter/internal/errs"
	"perimeter/internal/google"
)

// version is set by the linker.
var version = "development"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// commands is the command line. Every flag has an environment twin.
type commands struct {
	Serve         serveCommand         `cmd:"" help:"Start the server."`
	User          userCommands         `cmd:"" help:"Manage who can sign in."`
	Company       companyCommands      `cmd:"" help:"Write or read the facts about the company as a site file. Works while the server runs."`
	Backup        backupCommand        `cmd:"" help:"Write everything to one file. Works while the server runs."`
	Backups       backupsCommands      `cmd:"" help:"List, check or delete the backups that the server makes every night."`
	RecoverySheet recoverySheetCommand `cmd:"" help:"Print the recovery sheet: the key of the backups, where they are, and the commands that bring the site back."`
	Restore       restoreCommand       `cmd:"" help:"Replace everything with what a backup holds."`
	Page          pageCommand          `cmd:"" help:"Print a page as its content was at a time. Works while the server runs."`
	Upgrade       upgradeCommands      `cmd:"" help:"Try another release on a copy of the site, or let it take over."`
	Migrate       migrateCommand       `cmd:"" help:"Bring the database of an older release up to date. The server does it when it starts."`
	Status        statusCommand        `cmd:"" help:"Print Site health of the running server: what needs attention, and what to do about it."`
	Check         checkCommand         `cmd:"" help:"Test the configuration, the database and the storage."`
	Version       versionCommand       `cmd:"" help:"Print the version."`
}

// streams are the command's standard streams.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// run runs one command line and returns the exit status. It returns when the
// command is done or ctx is cancelled.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) (status int) {
	var cli commands
	exited := -1
	parser, err := kong.New(&cli,
		kong.Name("perimeter"),
		kong.Description("The website and back office of a local pest control company, in one binary."),
		kong.Vars{
			"google_auth_url": google.DefaultAuthURL, "google_token_url": google.DefaultTokenURL, "google_api_url": google.DefaultAPIURL,
			"acme_directory": certificate.DefaultDirectory,
		},
		kong.UsageOnError(),
		kong.Writers(stdout, stderr),
		kong.Exit(func(code int) { exited = code; panic(exitRequest{}) }),
		kong.BindTo(ctx, (*context.Context)(nil)),
		kong.Bind(streams{in: stdin, out: stdout, err: stderr}),
		kong.Bind(arguments(args)),
	)
	if err != nil {
		fmt.Fprintln(stderr, "perimeter:", err)
		return 1
	}
	// kong exits the process after --help; here that must only end the command.
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(exitRequest); !ok {
				panic(r)
			}
			status = exited
		}
	}()

	command, err := parser.Parse(args)
	if err != nil {
		fmt.Fprintf(stderr, "perimeter: %v\nRun 'perimeter --help' to see how it is used.\n", err)
		return 2
	}
	if err := checkSettings(command, streams{err: stderr}); err != nil {
		fmt.Fprintln(stderr, "perimeter:", err)
		return 2
	}
	if err := command.Run(); err != nil {
		fmt.Fprintln(stderr, "perimeter:", forPeople(err))
		return 1
	}
	return 0
}

type exitRequest struct{}

// forPeople returns the message for people if the error has no cause. Otherwise it
// includes the cause, because whoever runs the command has to fix it.
func forPeople(err error) string {
	var e *errs.Error
	if errors.As(err, &e) && e.Err == nil {
		return e.Message
	}
	return err.Error()
}

type versionCommand struct{}

func (versionCommand) Run(s streams) error {
	_, err := fmt.Fprintln(s.out, "perimeter", version)
	return err
}
