package certificate

import (
	"context"
	"time"
)

// File is a stored file: a certificate, its private key, or the ACME account.
type File struct {
	Path       string
	Content    []byte
	ModifiedAt time.Time
}

// Lease says who does something that one replica at a time may do.
type Lease struct {
	Holder string
	Beat   int64 // the holder raises it as long as it lives
}

// Store keeps certificates where all replicas see them. Every method returns
// NotFound when the one thing asked for does not exist, and Unavailable when the
// database cannot be reached. A committed write is on disk before its method returns.
type Store interface {
	CertificateFile(ctx context.Context, path string) (File, error)
	// CertificateFiles returns the paths of the files in a folder and below it, in
	// order.
	CertificateFiles(ctx context.Context, folder string) ([]string, error)
	PutCertificateFile(ctx context.Context, f File) error
	// DeleteCertificateFiles deletes the file, or the folder with all files below it.
	DeleteCertificateFiles(ctx context.Context, path string) error

	CertificateLease(ctx context.Context, name string) (Lease, error)
	// TakeCertificateLease gives the lease to the holder if its current state is
	// previous, or if there is none and previous is the zero value. It reports
	// whether it did.
	TakeCertificateLease(ctx context.Context, name, holder string, previous Lease) (bool, error)
	// BeatCertificateLease raises Beat. It reports false if another has the lease.
	BeatCertificateLease(ctx context.Context, name, holder string) (bool, error)
	// ReleaseCertificateLease ends the lease if the holder has it.
	ReleaseCertificateLease(ctx context.Context, name, holder string) error
}
