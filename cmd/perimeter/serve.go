package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"time"

	"perimeter/internal/imaging"
	"perimeter/internal/server"
	"perimeter/internal/site"
	"perimeter/internal/ssr"
	"perimeter/internal/transport"
	"perimeter/web"
)

// Limits on how long a connection may take its time. Requests are small and
// answers come from memory; the uploads and live messages that need longer set
// deadlines of their own.
const (
	headerLimit   = 5 * time.Second
	requestLimit  = 30 * time.Second
	answerLimit   = 60 * time.Second
	idleLimit     = 2 * time.Minute
	shutdownLimit = 20 * time.Second
)

type serveCommand struct {
	dataFlags
	webFlags
	reviewFlags
	chatFlags
	Starter        bool           `help:"Fill an empty site with sample services and an article." default:"true" negatable:"" env:"PERIMETER_STARTER"`
	TrustedProxies []netip.Prefix `help:"Networks of proxies whose X-Forwarded-For is believed, such as 127.0.0.0/8." env:"PERIMETER_TRUSTED_PROXIES" placeholder:"CIDR"`
	UploadTTL      time.Duration  `help:"How long an address for an upload works." default:"15m" env:"PERIMETER_UPLOAD_TTL" placeholder:"DURATION"`
	MetricsListen  string         `help:"Address for Prometheus metrics and profiles; empty means off. Keep it private." env:"PERIMETER_METRICS_LISTEN" placeholder:"HOST:PORT"`
}

// Run serves until ctx is cancelled, then finishes the requests under way.
func (c serveCommand) Run(ctx context.Context, s streams) error {
	tuneCollector(ctx)
	logger := newLogger(s.err)
	f, findings := lay(ctx, c.dataFlags, c.webFlags, c.reviewFlags, logger)
	defer f.close()
	for _, finding := range findings {
		if finding.warning() {
			logger.Warn(finding.part+": "+finding.detail, "advice", finding.advice)
		}
	}
	if err := failures(findings, s.err); err != nil {
		return err
	}
	if err := f.store.LockForServing(); err != nil {
		return err
	}

	listener, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w; choose another address with --listen", c.Listen, err)
	}
	defer listener.Close()
	base, err := c.baseURL(listener.Addr())
	if err != nil {
		return err
	}

	reviews, err := c.source()
	if err != nil {
		return err
	}
	chat, err := c.chatFlags.config(f.identity)
	if err != nil {
		return err
	}
	app := site.New(site.Config{
		Store: f.store, Identity: f.identity, BaseURL: base.String(),
		Reviews: reviews, ReviewsFresh: c.ReviewsFresh,
		Storage: f.storage, Imaging: imaging.New(), UploadTTL: c.UploadTTL,
		Chat: chat,
	})
	if c.Starter {
		if err := app.FillStarter(ctx); err != nil {
			return err
		}
	}
	if err := welcome(ctx, app, s); err != nil {
		return err
	}

	renderer, err := ssr.New(web.Dist(), ssr.Options{Logger: logger})
	if err != nil {
		return err
	}
	defer renderer.Close()
	pages, err := server.NewPages(server.PagesConfig{
		Site: app, Renderer: renderer, Bundle: web.Dist(), BaseURL: base, Logger: logger,
	})
	if err != nil {
		return err
	}
	go pages.KeepWarm(ctx)
	go app.Upkeep(ctx, logger)
	go app.KeepChat(ctx, logger)
	metrics := newMetrics()
	handler := server.New(server.Config{
		Site:           app,
		Pages:          metrics.countPages(pages),
		BaseURL:        base,
		Logger:         logger,
		TrustedProxies: c.TrustedProxies,
		ScriptHashes:   []string{renderer.ScriptHash()},
		StyleHashes:    []string{renderer.StyleHash()},
		ConnectOrigins: nonEmpty(f.storage.UploadOrigin()),
		TemplateCSS:    renderer.CSS,
		Observe:        metrics.observeCall,
		Stopping:       ctx.Done(),
	})
	if c.MetricsListen != "" {
		stop, err := metrics.serve(c.MetricsListen, logger)
		if err != nil {
			return err
		}
		defer stop()
	}
	defer keepReviewsFresh(ctx, app, logger)()
	fmt.Fprintf(s.out, "Perimeter is ready at http://%s\n", listener.Addr())
	return serve(ctx, listener, handler, logger)
}

// serve runs the server on the listener until ctx is cancelled.
func serve(ctx context.Context, listener net.Listener, handler http.Handler, logger *slog.Logger) error {
	httpServer := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerLimit,
		ReadTimeout:       requestLimit,
		WriteTimeout:      answerLimit,
		IdleTimeout:       idleLimit,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelDebug),
		ConnContext:       transport.ConnContext,
	}
	stopped := make(chan error, 1)
	go func() { stopped <- httpServer.Serve(transport.Listener(listener)) }()

	select {
	case err := <-stopped:
		return fmt.Errorf("the server stopped: %w", err)
	case <-ctx.Done():
	}
	logger.Info("shutting down", "patience", shutdownLimit.String())
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownLimit)
	defer cancel()
	if err := httpServer.Shutdown(grace); err != nil {
		return errors.Join(fmt.Errorf("some requests were cut off: %w", err), httpServer.Close())
	}
	return nil
}

// nonEmpty makes a list of a text unless it is empty.
func nonEmpty(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// welcome makes the first administrator on a site that has no users, with a
// password that nobody could know.
func welcome(ctx context.Context, app *site.Site, s streams) error {
	users, err := app.Users(ctx)
	if err != nil || len(users) > 0 {
		return err
	}
	password := newPassword()
	_, err = app.AddUser(ctx, site.NewUser{Username: "admin", Role: site.RoleAdmin, Password: password})
	if site.KindOf(err) == site.Conflict {
		return nil // another copy was faster and has printed its password
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(s.out, `
  The back office is at /login. Sign in with
      username  admin
      password  %s
  The password is shown only this once. To choose your own, run
      perimeter user password --username admin --password-stdin

`, password)
	return nil
}

// newLogger writes lines for people to a terminal and JSON to anything else.
func newLogger(w io.Writer) *slog.Logger {
	if file, ok := w.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return slog.New(slog.NewTextHandler(w, nil))
		}
	}
	return slog.New(slog.NewJSONHandler(w, nil))
}
