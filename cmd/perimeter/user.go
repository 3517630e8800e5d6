package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
	"perimeter/internal/company"
	"perimeter/internal/store"
)

// userCommands manage users, before the first start and while the server runs.
type userCommands struct {
	Add      userAddCommand      `cmd:"" help:"Add somebody who can sign in."`
	List     userListCommand     `cmd:"" help:"List everybody who can sign in."`
	Password userPasswordCommand `cmd:"" help:"Give somebody a new password and sign them out everywhere."`
	Remove   userRemoveCommand   `cmd:"" help:"Remove somebody and sign them out everywhere."`

	ResetSecondFactor userResetSecondFactorCommand `cmd:"" help:"Remove somebody's passkeys, authenticator app and recovery codes, and sign them out everywhere."`
}

type userAddCommand struct {
	dataFlags
	passwordFlag
	Username string `help:"Name to sign in with." required:"" placeholder:"NAME"`
	FullName string `help:"Name to greet with." placeholder:"TEXT"`
	Role     string `help:"admin may edit the site, staff may only sign in." required:"" placeholder:"admin|staff"`
}

func (c userAddCommand) Run(ctx context.Context, s streams) error {
	password, err := c.read(s)
	if err != nil {
		return err
	}
	return withAccounts(ctx, c.dataFlags, mayCreate, func(accounts *auth.Accounts, log *audit.Log) error {
		user, err := accounts.AddUser(ctx, auth.NewUser{
			Username: c.Username, FullName: c.FullName, Role: auth.Role(c.Role), Password: password, Generated: !c.PasswordStdin,
		})
		if err != nil {
			return err
		}
		recordCommand(ctx, log, audit.PersonAdded, user.Username, c.Role)
		fmt.Fprintf(s.out, "Added %s (%s).\n", user.Username, user.Role)
		c.print(s, password)
		return nil
	})
}

type userListCommand struct{ dataFlags }

func (c userListCommand) Run(ctx context.Context, s streams) error {
	return withAccounts(ctx, c.dataFlags, mustExist, func(accounts *auth.Accounts, _ *audit.Log) error {
		users, err := accounts.Users(ctx)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "USERNAME\tROLE\tFULL NAME\tADDED\tSTATE")
		for _, u := range users {
			state := ""
			if u.IsDisabled() {
				state = "disabled"
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\n", u.Username, u.Role, u.FullName, u.CreatedAt.Format("2006-01-02"), state)
		}
		return table.Flush()
	})
}

type userPasswordCommand struct {
	dataFlags
	passwordFlag
	Username string `help:"Whose password." required:"" placeholder:"NAME"`
}

func (c userPasswordCommand) Run(ctx context.Context, s streams) error {
	password, err := c.read(s)
	if err != nil {
		return err
	}
	return withAccounts(ctx, c.dataFlags, mustExist, func(accounts *auth.Accounts, log *audit.Log) error {
		if err := accounts.SetPassword(ctx, c.Username, password); err != nil {
			return err
		}
		recordCommand(ctx, log, audit.PasswordChanged, c.Username, "")
		fmt.Fprintf(s.out, "The password of %s is changed; open sessions have ended.\n", c.Username)
		c.print(s, password)
		return nil
	})
}

type userRemoveCommand struct {
	dataFlags
	Username string `help:"Who is removed." required:"" placeholder:"NAME"`
}

func (c userRemoveCommand) Run(ctx context.Context, s streams) error {
	return withAccounts(ctx, c.dataFlags, mustExist, func(accounts *auth.Accounts, log *audit.Log) error {
		if err := accounts.RemoveUser(ctx, c.Username); err != nil {
			return err
		}
		recordCommand(ctx, log, audit.PersonRemoved, c.Username, "")
		fmt.Fprintf(s.out, "Removed %s.\n", c.Username)
		return nil
	})
}

type userResetSecondFactorCommand struct {
	dataFlags
	Username string `help:"Who has lost them." required:"" placeholder:"NAME"`
}

func (c userResetSecondFactorCommand) Run(ctx context.Context, s streams) error {
	return withAccounts(ctx, c.dataFlags, mustExist, func(accounts *auth.Accounts, log *audit.Log) error {
		if err := accounts.ResetSecondFactors(ctx, c.Username); err != nil {
			return err
		}
		recordCommand(ctx, log, audit.CredentialRemoved, c.Username, "second factor reset")
		fmt.Fprintf(s.out, "%s can sign in with the password alone; open sessions have ended.\n", c.Username)
		return nil
	})
}

// passwordFlag says where a password comes from. It is never an argument, because
// other users can see arguments in the process list.
type passwordFlag struct {
	PasswordStdin bool `help:"Read the password from standard input; without this flag a random one is printed."`
}

func (f passwordFlag) read(s streams) (string, error) {
	if !f.PasswordStdin {
		return newPassword(), nil
	}
	// The limit is above the maximum length, so a longer password is refused.
	input, err := io.ReadAll(io.LimitReader(s.in, 4096))
	if err != nil {
		return "", fmt.Errorf("read the password: %w", err)
	}
	password := strings.TrimSuffix(string(input), "\n")
	return strings.TrimSuffix(password, "\r"), nil
}

func (f passwordFlag) print(s streams, password string) {
	if !f.PasswordStdin {
		fmt.Fprintf(s.out, "The password is %s\nIt is shown only this once.\n", password)
	}
}

// newPassword returns a random password of 130 bits.
func newPassword() string { return strings.ToLower(rand.Text()) }

// withAccounts opens the store, runs fn and closes the store.
func withAccounts(ctx context.Context, flags dataFlags, how store.Config, fn func(*auth.Accounts, *audit.Log) error) error {
	if !how.Existing && flags.lostDatabase() {
		return fmt.Errorf("%s: %w; restore the last backup, or choose another folder with --data", flags.Data, errLostDatabase)
	}
	file, err := flags.siteFile()
	if err != nil {
		return err
	}
	db, err := flags.openStore(ctx, how)
	if err != nil {
		return err
	}
	current := company.New(company.Config{Store: db.Company(), File: file})
	if _, err = current.Current(ctx); err == nil {
		err = fn(auth.New(auth.Config{Store: db.Auth(), CompanyWords: companyWords(current)}), newAuditLog(db))
	}
	if closeErr := db.Close(); err == nil {
		err = closeErr
	}
	return err
}

// commandLine is who does what is done with a command, in the audit log.
const commandLine = "command line"

func newAuditLog(db *store.Store) *audit.Log { return audit.New(audit.Config{Store: db.Audit()}) }

func recordCommand(ctx context.Context, log *audit.Log, kind audit.Kind, subject, detail string) {
	log.Record(ctx, audit.Event{Kind: kind, Person: commandLine, Subject: subject, Detail: detail})
}

// companyWords returns the words that a password must not consist of, because
// whoever knows the company would try them first.
func companyWords(current *company.Company) func() []string {
	return func() []string {
		identity := current.Cached()
		_, domain, _ := strings.Cut(identity.Email, "@")
		return auth.CompanyWords(
			identity.Name, identity.LegalName, identity.Town, identity.County, domain, identity.Phone,
			"pest control", "exterminator", "perimeter", // the trade, and this program
		)
	}
}
