package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"perimeter/internal/testkit/blackbox"
)

// serviceLimit is how long a database or a storage may take to start or stop.
const serviceLimit = 30 * time.Second

// postgres is a PostgreSQL server of our own, so that it can be stopped.
type postgres struct {
	bin, dir, port string
	owner          *syscall.Credential // PostgreSQL refuses to run as root
	databases      int
	stopped        bool
}

// database starts PostgreSQL when it does not run and makes a new database.
func (s *setup) database(ctx context.Context) (database, error) {
	var err error
	if s.postgres == nil {
		if s.postgres, err = startPostgres(ctx); err != nil {
			return database{}, err
		}
	}
	p := s.postgres
	if p.stopped { // by a trial that failed
		if err := p.start(ctx); err != nil {
			return database{}, err
		}
	}
	p.databases++
	d := database{"127.0.0.1:" + p.port, fmt.Sprintf("site%d", p.databases)}
	return d, d.execute(ctx, "CREATE DATABASE "+d.name)
}

// database is a database of the PostgreSQL server.
type database struct{ address, name string }

// env is the setting with which Perimeter uses the database at the address,
// straight or through a proxy.
func (d database) env(address string) string {
	return "PERIMETER_DATABASE_URL=postgres://perimeter@" + address + "/" + d.name + "?sslmode=disable"
}

// execute runs a statement about databases.
func (d database) execute(ctx context.Context, sql string) error {
	conn, err := pgx.Connect(ctx, "postgres://perimeter@"+d.address+"/postgres?sslmode=disable")
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, sql)
	return err
}

// copies counts the copies of databases.
var copies atomic.Int64

// copy makes a copy of a database that nobody uses any more.
func (d database) copy(ctx context.Context) (_ database, drop func(), err error) {
	copied := database{d.address, fmt.Sprintf("copy%d", copies.Add(1))}
	err = eventually(ctx, serviceLimit, func() error {
		return d.execute(ctx, "CREATE DATABASE "+copied.name+" TEMPLATE "+d.name)
	})
	return copied, func() {
		_ = d.execute(context.WithoutCancel(ctx), "DROP DATABASE "+copied.name+" WITH (FORCE)") // it goes with the server otherwise
	}, err
}

func startPostgres(ctx context.Context) (*postgres, error) {
	bin, err := postgresFolder()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "perimeter-faults-postgres-")
	if err != nil {
		return nil, err
	}
	port, err := blackbox.FreePort()
	if err != nil {
		return nil, err
	}
	p := &postgres{bin: bin, dir: dir, port: port}
	if os.Getuid() == 0 {
		if p.owner, err = credentialOf("postgres"); err != nil {
			return nil, errors.Join(err, p.remove())
		}
		if err := os.Chown(dir, int(p.owner.Uid), int(p.owner.Gid)); err != nil {
			return nil, errors.Join(err, p.remove())
		}
	}
	err = p.run(ctx, "initdb", "--pgdata="+p.data(), "--username=perimeter", "--auth=trust",
		"--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
	if err == nil {
		err = p.start(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, p.remove())
	}
	return p, nil
}

func (p *postgres) data() string { return filepath.Join(p.dir, "data") }

// start starts the server. Nothing here has to survive a crash of the machine.
func (p *postgres) start(ctx context.Context) error {
	p.stopped = false
	return p.run(ctx, "pg_ctl", "--pgdata="+p.data(), "--log="+filepath.Join(p.dir, "log"), "-w", "start", "-o",
		"-c listen_addresses=127.0.0.1 -p "+p.port+" -k "+p.dir+
			" -c max_connections=200 -c fsync=off -c synchronous_commit=off -c full_page_writes=off")
}

// stop cuts all connections and stops the server.
func (p *postgres) stop(ctx context.Context) error {
	p.stopped = true
	return p.run(ctx, "pg_ctl", "--pgdata="+p.data(), "-w", "-m", "fast", "stop")
}

func (p *postgres) remove() error {
	// Not the trial's context: it may have ended.
	ctx, cancel := context.WithTimeout(context.Background(), serviceLimit)
	defer cancel()
	_ = p.run(ctx, "pg_ctl", "--pgdata="+p.data(), "-w", "-m", "immediate", "stop") // a trial may have stopped it
	return os.RemoveAll(p.dir)
}

func (p *postgres) run(ctx context.Context, program string, args ...string) error {
	ctx, cancel := context.WithTimeout(ctx, serviceLimit)
	defer cancel()
	// The server that pg_ctl starts keeps what it inherits, so its output goes
	// to a file: a pipe would be waited for.
	log, err := os.CreateTemp("", "perimeter-faults-")
	if err != nil {
		return err
	}
	defer os.Remove(log.Name())
	defer log.Close()
	command := exec.CommandContext(ctx, filepath.Join(p.bin, program), args...)
	command.Dir, command.Stdout, command.Stderr = p.dir, log, log
	command.SysProcAttr = &syscall.SysProcAttr{Credential: p.owner, Setpgid: true}
	if err := command.Run(); err != nil {
		said, _ := os.ReadFile(log.Name())
		return fmt.Errorf("%s: %w\n%s", program, err, said)
	}
	return nil
}

func postgresFolder() (string, error) {
	if initdb, err := exec.LookPath("initdb"); err == nil {
		if initdb, err = filepath.EvalSymlinks(initdb); err != nil {
			return "", err
		}
		return filepath.Dir(initdb), nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin")
	if err != nil || len(found) == 0 {
		return "", skipped("there is no PostgreSQL on this machine: scripts/packages.sh postgresql installs it")
	}
	slices.Sort(found)
	return found[len(found)-1], nil
}

func credentialOf(name string) (*syscall.Credential, error) {
	account, err := user.Lookup(name)
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}, err
}
