package store

import (
	"context"

	"perimeter/internal/certificate"
	"perimeter/internal/store/db"
)

var (
	certificateFile  = subject{noun: "file of a certificate"}
	certificateLease = subject{noun: "lease"}
)

// Certificates returns the store of certificates.
func (s *Store) Certificates() certificate.Store { return s }

// CertificateFile implements certificate.Store.
func (r reader) CertificateFile(ctx context.Context, path string) (certificate.File, error) {
	return one(ctx, r, certificateFile, r.q.GetCertificateFile, path, func(row db.CertificateFile) certificate.File {
		return certificate.File{Path: row.Path, Content: row.Content, ModifiedAt: instant(row.ModifiedAt)}
	})
}

// CertificateFiles implements certificate.Store.
func (r reader) CertificateFiles(ctx context.Context, folder string) ([]string, error) {
	return all(ctx, r, func(ctx context.Context) ([]string, error) { return r.q.ListCertificateFiles(ctx, folder) }, same)
}

// PutCertificateFile implements certificate.Store.
func (s *Store) PutCertificateFile(ctx context.Context, f certificate.File) error {
	return s.transact(ctx, func(t tx) error {
		return exec(ctx, t, certificateFile, t.q.PutCertificateFile,
			db.PutCertificateFileParams{Path: f.Path, Content: f.Content, ModifiedAt: micros(f.ModifiedAt)})
	})
}

// DeleteCertificateFiles implements certificate.Store.
func (s *Store) DeleteCertificateFiles(ctx context.Context, path string) error {
	return s.transact(ctx, func(t tx) error { return exec(ctx, t, certificateFile, t.q.DeleteCertificateFiles, path) })
}

// CertificateLease implements certificate.Store.
func (r reader) CertificateLease(ctx context.Context, name string) (certificate.Lease, error) {
	return one(ctx, r, certificateLease, r.q.GetCertificateLease, name, func(row db.CertificateLease) certificate.Lease {
		return certificate.Lease{Holder: row.Holder, Beat: row.Beat}
	})
}

// TakeCertificateLease implements certificate.Store.
func (s *Store) TakeCertificateLease(ctx context.Context, name, holder string, previous certificate.Lease) (taken bool, err error) {
	err = s.transact(ctx, func(t tx) (err error) {
		if previous == (certificate.Lease{}) {
			taken, err = one(ctx, t.reader, certificateLease, t.q.InsertCertificateLease,
				db.InsertCertificateLeaseParams{Name: name, Holder: holder}, changedRow)
			return err
		}
		taken, err = one(ctx, t.reader, certificateLease, t.q.TakeCertificateLease, db.TakeCertificateLeaseParams{
			Name: name, Holder: holder, Previous: previous.Holder, Beat: previous.Beat,
		}, changedRow)
		return err
	})
	return taken, err
}

// BeatCertificateLease implements certificate.Store.
func (s *Store) BeatCertificateLease(ctx context.Context, name, holder string) (held bool, err error) {
	err = s.transact(ctx, func(t tx) (err error) {
		held, err = one(ctx, t.reader, certificateLease, t.q.BeatCertificateLease,
			db.BeatCertificateLeaseParams{Name: name, Holder: holder}, changedRow)
		return err
	})
	return held, err
}

// ReleaseCertificateLease implements certificate.Store.
func (s *Store) ReleaseCertificateLease(ctx context.Context, name, holder string) error {
	return s.transact(ctx, func(t tx) error {
		return exec(ctx, t, certificateLease, t.q.DeleteCertificateLease,
			db.DeleteCertificateLeaseParams{Name: name, Holder: holder})
	})
}

// changedRow reports whether a statement has changed a row.
func changedRow(n int64) bool { return n > 0 }
