package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"perimeter/internal/testkit/blackbox"
)

// s3Server is an S3 server of our own.
type s3Server struct {
	address string
	command *exec.Cmd
}

const s3Key, s3Secret = "perimeter-faults", "perimeter-faults-secret"

// storage starts the S3 server when it does not run yet and returns its host and
// port.
func (s *setup) storage(ctx context.Context) (address string, err error) {
	if s.s3 == nil {
		if s.s3, err = startS3(ctx, s.dir); err != nil {
			return "", err
		}
	}
	return s.s3.address, nil
}

// storageEnv are the settings with which Perimeter uses the S3 server at the
// address, straight or through a proxy.
func storageEnv(address string) []string {
	return []string{
		"PERIMETER_STORAGE_URL=s3://perimeter?endpoint=http://" + address + "&region=us-east-1&path_style=true",
		"AWS_ACCESS_KEY_ID=" + s3Key, "AWS_SECRET_ACCESS_KEY=" + s3Secret,
	}
}

func startS3(ctx context.Context, dir string) (*s3Server, error) {
	binary := os.Getenv("VERSITYGW")
	if _, err := os.Stat(binary); err != nil {
		return nil, skipped("VERSITYGW names no S3 server: make faults builds one")
	}
	buckets, metadata := filepath.Join(dir, "s3", "buckets"), filepath.Join(dir, "s3", "metadata")
	for _, folder := range []string{filepath.Join(buckets, "perimeter"), metadata} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, err
		}
	}
	port, err := blackbox.FreePort()
	if err != nil {
		return nil, err
	}
	s := &s3Server{address: "127.0.0.1:" + port}
	// Not the trial's context: the server outlives the trial.
	s.command = exec.CommandContext(context.WithoutCancel(ctx), binary, "--access", s3Key, "--secret", s3Secret, "--port", s.address,
		"--region", "us-east-1", "--quiet", "posix", "--sidecar", metadata, buckets)
	if err := s.command.Start(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, serviceLimit)
	defer cancel()
	for {
		conn, err := new(net.Dialer).DialContext(ctx, "tcp", s.address)
		if err == nil {
			return s, conn.Close()
		}
		if ctx.Err() != nil {
			return nil, errors.Join(fmt.Errorf("the S3 server did not answer: %w", err), s.stop())
		}
		wait(ctx, 20*time.Millisecond)
	}
}

func (s *s3Server) stop() error {
	err := s.command.Process.Kill()
	_ = s.command.Wait() // it was killed, which Wait reports
	if errors.Is(err, os.ErrProcessDone) {
		return nil
	}
	return err
}
