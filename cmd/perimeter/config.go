package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"perimeter/internal/blob"
	"perimeter/internal/company"
	"perimeter/internal/media"
	"perimeter/internal/store"
)

// dataFlags say where the data is. Every command that uses data has them.
type dataFlags struct {
	Data        string `help:"Folder that holds the data." default:"./data" env:"PERIMETER_DATA" placeholder:"DIR" type:"path"`
	DatabaseURL string `help:"PostgreSQL URL (postgres://…); empty means SQLite in the data folder." env:"PERIMETER_DATABASE_URL" placeholder:"URL"`
	StorageURL  string `help:"S3 storage for uploads (s3://bucket?endpoint=…); empty means files in the data folder." env:"PERIMETER_STORAGE_URL" placeholder:"URL"`
	SecretsKey  string `help:"Key of the passwords that the owner types in, 32 bytes in base64; empty means the file secrets.key in the data folder. Replicas need the same." env:"PERIMETER_SECRETS_KEY" placeholder:"KEY"`
	Site        string `help:"YAML file with the facts about the company. It is in charge then; empty means that they are edited in the back office." env:"PERIMETER_SITE" placeholder:"FILE" type:"path"`
}

// siteFile reads the site file; nil means that none is given.
func (f dataFlags) siteFile() (*company.Document, error) {
	if f.Site == "" {
		return nil, nil
	}
	document, err := readSiteFile(f.Site)
	if err != nil {
		return nil, err
	}
	return &document, nil
}

func readSiteFile(path string) (company.Document, error) {
	file, err := readAtMost(path, company.MaxFile)
	if err != nil {
		return company.Document{}, fmt.Errorf("the site file cannot be read: %w", err)
	}
	document, err := company.Parse(file)
	if err != nil {
		return company.Document{}, fmt.Errorf("%s: %w", path, err)
	}
	return document, nil
}

// readAtMost reads a file, but not more than one byte above the limit, which tells
// the caller that it is too large.
func readAtMost(path string, limit int64) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, limit+1))
}

// openStorage opens the storage of uploaded files.
func (f dataFlags) openStorage() (media.Storage, error) {
	return blob.Open(blob.Config{
		DataDir:         f.Data,
		StorageURL:      f.StorageURL,
		AccessKeyID:     os.Getenv("AWS_ACCESS_KEY_ID"),
		SecretAccessKey: os.Getenv("AWS_SECRET_ACCESS_KEY"),
	})
}

// How a command opens the database. Only a server, a restore and the command
// migrate change the tables of an existing one: anything else may run while a
// server of another release is serving.
var (
	forServing   = store.Config{Lock: store.LockServing}
	forRestoring = store.Config{Lock: store.LockRestoring}
	forMigrating = store.Config{Lock: store.LockServing, Existing: true}
	// mayCreate creates a site where there is none.
	mayCreate = store.Config{KeepSchema: true}
	// mustExist takes a missing site for a mistake: a backup of nothing must not
	// replace a good one.
	mustExist = store.Config{KeepSchema: true, Existing: true}
)

// openStore opens the database. The caller closes it.
func (f dataFlags) openStore(ctx context.Context, how store.Config) (*store.Store, error) {
	how.DataDir, how.DatabaseURL = f.Data, f.DatabaseURL
	return store.Open(ctx, how)
}

var errLostDatabase = errors.New("the folder has been used for a site, but its database is missing or empty")

// lostDatabase reports whether the data folder has uploads, or was served before,
// and has no SQLite database. A new one would hide the loss.
func (f dataFlags) lostDatabase() bool {
	if f.DatabaseURL != "" || store.HasSQLite(f.Data) {
		return false
	}
	uploads, err := os.ReadDir(filepath.Join(f.Data, "objects", "images"))
	return store.WasServed(f.Data) || err == nil && len(uploads) > 0
}

// openData opens the database and the storage. The caller closes the store.
func (f dataFlags) openData(ctx context.Context, how store.Config) (*store.Store, media.Storage, error) {
	db, err := f.openStore(ctx, how)
	if err != nil {
		return nil, nil, err
	}
	storage, err := f.openStorage()
	if err != nil {
		return nil, nil, errors.Join(err, db.Close())
	}
	return db, storage, nil
}

// webFlags say where the site is on the network.
type webFlags struct {
	httpsFlags
	Listen         string         `help:"Address to listen on for http without https; empty means 127.0.0.1:8080, or none with --domain." env:"PERIMETER_LISTEN" placeholder:"HOST:PORT"`
	BaseURL        string         `help:"Origin that visitors see, such as https://www.example.com; empty means https:// and the first domain, or http:// and the listen address." env:"PERIMETER_BASE_URL" placeholder:"URL"`
	TrustedProxies []netip.Prefix `help:"Networks of proxies whose X-Forwarded-For is believed, such as 127.0.0.0/8." env:"PERIMETER_TRUSTED_PROXIES" placeholder:"CIDR"`
}

// behindUnknownProxy reports whether every request comes from one proxy whose
// X-Forwarded-For header is not trusted. If this process does not encrypt, an https
// origin is a proxy's.
func (f webFlags) behindUnknownProxy() bool {
	base, err := f.baseURL(nil)
	return err == nil && base.Scheme == "https" && !f.encrypts() && len(f.TrustedProxies) == 0
}

// plainAddress is where http without https is served.
func (f webFlags) plainAddress() string { return cmp.Or(f.Listen, "127.0.0.1:8080") }

// baseURL is the public origin. By default it is where the server actually
// listens, which matters if the port is 0.
func (f webFlags) baseURL(bound net.Listener) (*url.URL, error) {
	if f.BaseURL == "" && f.encrypts() {
		return &url.URL{Scheme: "https", Host: f.Domain[0]}, nil
	}
	if f.BaseURL == "" {
		host := f.plainAddress()
		if bound != nil {
			host = bound.Addr().String()
		}
		return &url.URL{Scheme: "http", Host: host}, nil
	}
	u, err := url.Parse(f.BaseURL)
	if err != nil {
		return nil, fmt.Errorf("the base URL cannot be read: %w", err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return nil, fmt.Errorf("the base URL %q must begin with http:// or https:// and name a host", f.BaseURL)
	}
	if strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return nil, errors.New("the base URL must be an origin only, such as https://www.example.com, without a path")
	}
	return &url.URL{Scheme: u.Scheme, Host: u.Host}, nil
}

// serverFlags are settings of the running server. The command check has them too,
// so that it finds wrong values before a start does.
type serverFlags struct {
	Starter              bool          `help:"Fill an empty site with sample services and an article." default:"true" negatable:"" env:"PERIMETER_STARTER"`
	Connections          uint          `help:"How many connections may be open in all; for each further one, the one that has been idle for longest is closed. 0 means no limit." default:"2000" env:"PERIMETER_CONNECTIONS" placeholder:"N"`
	ConnectionsPerClient uint          `help:"How many connections one client IP, or one IPv6 network, may have open; 0 means no limit. Trusted proxies have none." default:"500" env:"PERIMETER_CONNECTIONS_PER_CLIENT" placeholder:"N"`
	HSTSSubdomains       bool          `name:"hsts-subdomains" help:"Tell browsers to use https for all subdomains too. Needs an https base URL." env:"PERIMETER_HSTS_SUBDOMAINS"`
	UploadTTL            time.Duration `help:"How long an upload URL works." default:"15m" env:"PERIMETER_UPLOAD_TTL" placeholder:"DURATION"`
	FastPath             string        `help:"Answer plain requests for cached pages without net/http: on or off." enum:"on,off" default:"on" env:"PERIMETER_FAST_PATH" placeholder:"on|off"`
	HistoryDays          uint          `help:"How many days a version of a record is kept. The newest 20 of each record stay however old they are." default:"400" env:"PERIMETER_HISTORY_DAYS" placeholder:"DAYS"`
	MetricsListen        string        `help:"Address for Prometheus metrics and profiles; empty means off. Keep it private." env:"PERIMETER_METRICS_LISTEN" placeholder:"HOST:PORT"`
}

// The limits of UploadTTL. Browsers need some seconds to begin sending, and S3
// accepts no URL that is valid for longer than a week.
const (
	minUploadTTL = 10 * time.Second
	maxUploadTTL = 7 * 24 * time.Hour
)

func (f serverFlags) checkUploadTTL() checkResult {
	result := checkResult{part: "upload URLs", detail: "valid for " + f.UploadTTL.String()}
	if f.UploadTTL < minUploadTTL || f.UploadTTL > maxUploadTTL {
		result.err = fmt.Errorf("upload URLs cannot be valid for %s", f.UploadTTL)
		result.advice = fmt.Sprintf("Leave out PERIMETER_UPLOAD_TTL, or set it to a duration from %s to %s, such as 15m.", minUploadTTL, maxUploadTTL)
	}
	return result
}
