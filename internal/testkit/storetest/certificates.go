package storetest

import (
	"testing"

	"perimeter/internal/certificate"
	"perimeter/internal/errs"
	"perimeter/internal/testkit"
)

func putCertificateFile(t *testing.T, s Stores, path, content string) certificate.File {
	t.Helper()
	file := certificate.File{Path: path, Content: []byte(content), ModifiedAt: noon}
	if err := s.Certificates().PutCertificateFile(t.Context(), file); err != nil {
		t.Fatal(err)
	}
	return file
}

func certificateFiles(t *testing.T, s Stores, folder string) []string {
	t.Helper()
	return testkit.Must(s.Certificates().CertificateFiles(t.Context(), folder))(t)
}

var certificateTests = []test{
	{"files of certificates are stored, replaced, listed and deleted", func(t *testing.T, s Stores) {
		ctx, store := t.Context(), s.Certificates()
		_, err := store.CertificateFile(ctx, "ca/a/a.key")
		wantError(t, err, errs.NotFound)
		putCertificateFile(t, s, "ca/a/a.key", "old")
		key := putCertificateFile(t, s, "ca/a/a.key", "\x00new")
		putCertificateFile(t, s, "ca/b/b.key", "b")
		putCertificateFile(t, s, "ca-other/a.key", "of another folder")
		putCertificateFile(t, s, "ca0", "of no folder")
		same(t, testkit.Must(store.CertificateFile(ctx, "ca/a/a.key"))(t), key)
		same(t, certificateFiles(t, s, "ca"), []string{"ca/a/a.key", "ca/b/b.key"})
		same(t, certificateFiles(t, s, "c"), []string{})

		if err := store.DeleteCertificateFiles(ctx, "ca/a"); err != nil {
			t.Fatal(err)
		}
		same(t, certificateFiles(t, s, "ca"), []string{"ca/b/b.key"})
		if err := store.DeleteCertificateFiles(ctx, "ca/b/b.key"); err != nil {
			t.Fatal(err)
		}
		same(t, certificateFiles(t, s, "ca"), []string{})
		same(t, certificateFiles(t, s, "ca-other"), []string{"ca-other/a.key"})
	}},
	{"a lease has one holder", func(t *testing.T, s Stores) {
		ctx, store := t.Context(), s.Certificates()
		take := func(holder string, previous certificate.Lease) bool {
			return testkit.Must(store.TakeCertificateLease(ctx, "www", holder, previous))(t)
		}
		beat := func(holder string) bool { return testkit.Must(store.BeatCertificateLease(ctx, "www", holder))(t) }
		_, err := store.CertificateLease(ctx, "www")
		wantError(t, err, errs.NotFound)
		same(t, take("a", certificate.Lease{}), true)
		same(t, take("b", certificate.Lease{}), false)
		seen := testkit.Must(store.CertificateLease(ctx, "www"))(t)
		same(t, seen.Holder, "a")

		same(t, beat("a"), true)
		same(t, take("b", seen), false) // the holder lives
		seen = testkit.Must(store.CertificateLease(ctx, "www"))(t)
		same(t, take("b", seen), true)
		same(t, beat("a"), false)
		if err := store.ReleaseCertificateLease(ctx, "www", "a"); err != nil {
			t.Fatal(err)
		}
		same(t, beat("b"), true)
		if err := store.ReleaseCertificateLease(ctx, "www", "b"); err != nil {
			t.Fatal(err)
		}
		same(t, take("c", certificate.Lease{}), true)
	}},
}
