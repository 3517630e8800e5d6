package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"time"

	"golang.org/x/sync/errgroup"

	"perimeter/internal/auth"
	"perimeter/internal/chat"
	"perimeter/internal/errs"
	"perimeter/internal/logs"
	"perimeter/internal/server"
	"perimeter/internal/ssr"
	"perimeter/internal/stats"
	"perimeter/internal/wire"
	"perimeter/web"
)

// The timeouts of connections. Requests are small and responses come from
// memory; uploads and event streams, which take longer, set their own deadlines.
const (
	headerTimeout   = 5 * time.Second
	requestTimeout  = 30 * time.Second
	responseTimeout = 60 * time.Second
	idleTimeout     = 2 * time.Minute
	shutdownTimeout = 20 * time.Second
)

type serveCommand struct {
	dataFlags
	webFlags
	reviewFlags
	chatFlags
	serverFlags
	backupFlags
	Inherit []string `hidden:"" env:"PERIMETER_INHERIT" help:"Names of the listening sockets that the process before this one has left."`
	Trial   bool     `hidden:"" env:"PERIMETER_TRIAL" help:"Serve a copy of a site: send nothing, fetch nothing and make no backups."`

	serving func() // is called when the server is about to answer; may be nil
}

// Run serves until ctx is cancelled, then finishes the open requests. If another
// release is to take over and fails, it serves again.
func (c serveCommand) Run(ctx context.Context, s streams, line arguments) error {
	tuneCollector(ctx)
	logger, had := newLogger(s.err), inheritedSockets(c.Inherit)
	for {
		next, serveErr := c.serveOnce(ctx, s, had, logger)
		if next == nil {
			return serveErr
		}
		if serveErr != nil {
			logger.Warn("some requests were cut off before the upgrade", "error", serveErr.Error())
		}
		select {
		case <-ctx.Done(): // this process was told to stop
			next.report.end(false)
			return nil
		default:
		}
		done, err := next.run(ctx, line, s)
		if done {
			return err
		}
		had = next.sockets()
		// If this release cannot serve any more, the connection ends with the process.
		c.serving = func() { next.report.say("this release serves again"); next.report.end(false) }
	}
}

// serveOnce serves until ctx is cancelled, or until another release is to take over.
func (c serveCommand) serveOnce(ctx context.Context, s streams, had sockets, logger *slog.Logger) (*handover, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	upgrades := &handovers{start: stop, logger: logger}
	err := c.serve(ctx, s, had, upgrades, logger)
	return upgrades.requested(), err
}

// serve serves until ctx is cancelled.
func (c serveCommand) serve(ctx context.Context, s streams, had sockets, upgrades *handovers, logger *slog.Logger) error {
	how := forServing
	how.StartLater = c.hasSavedPages()
	d, results := openDependencies(ctx, c.dataFlags, c.webFlags, c.reviewFlags, openOptions{Config: how}, logger)
	defer d.close()
	results = append(results, c.checkUploadTTL(), c.checkBackups(c.dataFlags))
	for _, result := range results {
		if result.warning() {
			logger.Warn(result.part+": "+result.detail, "advice", result.advice)
		}
	}
	if err := failures(results, s.err); err != nil {
		return err
	}

	// Before anything is stored or printed: the first password is shown only once.
	listeners, err := c.listen(had)
	if err != nil {
		return err
	}
	defer listeners.close()
	base, err := c.baseURL(listeners.plain)
	if err != nil {
		return err
	}

	app, err := c.newApp(d, base, listeners, logger)
	if err != nil {
		return err
	}
	defer app.audit.Close()
	if app.certificates != nil {
		defer app.certificates.Close()
	}
	defer app.accounts.Wait()
	// Without the database, the server has run before: there are saved pages.
	started := d.store.Started()
	if started {
		if err := d.company.Fill(ctx); err != nil {
			return err
		}
	}
	if c.Starter && started {
		if err := app.site.FillStarter(ctx); err != nil {
			return err
		}
	}
	if started {
		if err := app.history.Start(ctx); err != nil {
			return err
		}
		if err := app.site.FollowNow(ctx); err != nil {
			return err
		}
		if err := addFirstAdmin(ctx, app.accounts, s); err != nil {
			return err
		}
	}

	renderer, err := ssr.New(web.Dist(), ssr.Options{Logger: logger})
	if err != nil {
		return err
	}
	defer renderer.Close()
	outage := server.NewOutage(logger)
	metrics := newMetrics()
	metrics.countStale(outage.Stale)
	config := server.Config{
		Site:           app.site,
		Company:        d.company,
		Accounts:       app.accounts,
		Library:        app.library,
		Chat:           app.chat,
		Push:           app.push,
		Reviews:        app.reviews,
		Audit:          app.audit,
		History:        app.history,
		Copies:         app.copies,
		Stats:          app.stats,
		Backups:        app.backups,
		Connections:    app.connections,
		Health:         app.health.Report,
		KnownHealth:    app.health.Newest,
		BaseURL:        base,
		Logger:         logger,
		TrustedProxies: c.TrustedProxies,
		ScriptHashes:   []string{renderer.ScriptHash()},
		StyleHashes:    []string{renderer.StyleHash()},
		ConnectOrigins: nonEmpty(d.storage.UploadOrigin()),
		HSTSSubdomains: c.HSTSSubdomains,
		TemplateCSS:    renderer.CSS,
		Outage:         outage,
		Observe:        metrics.observeRequest,
		Stopping:       ctx.Done(),
	}
	pages, err := server.NewPages(server.PagesConfig{
		Site: app.site, Company: d.company, Renderer: renderer, Bundle: web.Dist(), BaseURL: base, Logger: logger, Outage: outage,
		Policy: server.PagePolicy(config), AdminPolicy: server.AdminPolicy(config), ThemeVersion: renderer.ThemeVersion(),
		Stats: app.stats,
	})
	if err != nil {
		return err
	}
	config.Pages, config.PublicPages = metrics.countPages(pages), pages
	handler := server.New(config)
	saved := savedPages{file: c.savedPagesFile(), build: renderer.Build(), pages: pages, lists: handler, logger: logger}
	if !started {
		if err := saved.restore(); err != nil {
			return err
		}
	}
	background := newWorkers(ctx, logger)
	defer background.stop()
	if c.DatabaseURL != "" {
		background.run(saved.keep)
	}
	background.run(func(ctx context.Context) {
		if started {
			pages.WarmUp(ctx)
			handler.WarmUp(ctx)
		}
		pages.KeepWarm(ctx)
	})
	background.run(pages.Recompress)
	background.run(app.audit.Run)
	background.run(func(ctx context.Context) { app.stats.Run(ctx, logger) })
	monthly := stats.Monthly{Stats: app.stats, Take: app.connections.TakeMonth, Send: func(ctx context.Context) error {
		return app.chat.Warn(ctx, chat.ReasonMonth)
	}}
	background.run(func(ctx context.Context) { monthly.Run(ctx, logger) })
	metrics.showBackups(app.backups)
	app.backups.Prove = prover{live: d.store, file: d.siteFile, pages: pages}.prove
	app.health.Inspect = handler.Inspect
	metrics.showHealth(app.health)
	if !c.Trial {
		background.run(func(ctx context.Context) { app.library.Run(ctx, logger) })
		background.run(func(ctx context.Context) { app.chat.Run(ctx, logger) })
		background.run(app.history.Run)
		background.run(app.backups.Run)
		background.run(app.backups.Watch)
		background.run(app.health.Run)
		defer runReviews(ctx, app.reviews, logger)()
	}
	upgrades.sockets, upgrades.target = listeners.files, listeners.watchTarget(base)
	defer serveControl(c.Data, app.health, upgrades, logger)()
	if app.certificates != nil {
		metrics.showCertificates(app.certificates.Names, app.certificates.ValidFor)
		background.run(app.certificates.Run)
	}
	var find wire.FindFunc
	if c.FastPath == "on" {
		find = findReady(server.NewReady(config, pages, metrics.countFastPage), app.stats)
	}
	if listeners.metrics != nil {
		defer metrics.serve(listeners.metrics, server.WithHeaders(config), logger)()
	}
	if listeners.https != nil {
		fmt.Fprintf(s.out, "Perimeter is ready at %s\n", base)
	}
	if listeners.plain != nil {
		fmt.Fprintf(s.out, "Perimeter is ready at http://%s\n", listeners.plain.Addr())
	}
	if _, err := notifySystemd("READY=1"); err != nil {
		logger.Warn("systemd could not be told that the server is ready", "error", err.Error())
	}
	if c.serving != nil {
		c.serving()
	}
	endpoints := listeners.endpoints(wire.NewConnections(c.connectionLimits(logger)), endpoint{handler: handler, find: find},
		base, app.certificates, server.WithHeaders(config))
	serving, ctx := errgroup.WithContext(ctx)
	for _, e := range endpoints {
		serving.Go(func() error { return serveEndpoint(ctx, e, usualPeriods, logger) })
	}
	return serving.Wait()
}

// findReady returns what the fast path responds with, and counts the views of
// public pages.
func findReady(ready *server.Ready, counts *stats.Stats) wire.FindFunc {
	return func(r wire.Request) (head, body []byte) {
		head, body = ready.Find(r.Path, r.AcceptEncoding, r.IfNoneMatch)
		if head != nil && !r.Head && server.IsPublicPage(r.Path) {
			counts.View(r.Path, stats.Visit{UserAgent: r.UserAgent, Referer: r.Referer, Private: r.Private})
		}
		return head, body
	}
}

// connectionLimits are the limits on open connections.
func (c serveCommand) connectionLimits(logger *slog.Logger) wire.Limits {
	return wire.Limits{
		Total: int(c.Connections), Network: int(c.ConnectionsPerClient), Proxies: c.TrustedProxies,
		Refused: func(clientIP netip.Addr) {
			logger.Warn("connection refused: too many are open", "client_ip", clientIP.String())
		},
	}
}

// serveEndpoint serves an endpoint until ctx is cancelled. When it stops, it lets clients finish.
func serveEndpoint(ctx context.Context, e endpoint, stop stopPeriods, logger *slog.Logger) error {
	httpServer := &http.Server{
		Handler:           e.handler,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       requestTimeout,
		WriteTimeout:      responseTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelDebug),
		// "OPTIONS *" gets the headers that all other responses have.
		DisableGeneralOptionsHandler: true,
		ConnContext:                  wire.ConnContext,
	}
	var drain drain
	drain.watch(httpServer)
	run, shutDown := httpServer.Serve, httpServer.Shutdown
	if e.find != nil {
		fast := wire.NewServer(httpServer, drain.find(e.find))
		run, shutDown = fast.Serve, fast.Shutdown
	}
	stopped := make(chan error, 1)
	go func() { stopped <- run(e.listener) }()

	select {
	case err := <-stopped:
		return fmt.Errorf("the server stopped: %w", err)
	case <-ctx.Done():
	}
	logger.Info("shutting down", "timeout", shutdownTimeout.String())
	drain.run(stop.drain)
	// The connections that come now are left to whoever listens next.
	_ = e.listener.Close() // Serve returns what is wrong with it
	<-stopped
	drain.awaitFirstRequests(stop.first)
	defer drain.cutBodiesAfter(stop.body)()
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), shutdownTimeout)
	defer cancel()
	if err := shutDown(grace); err != nil {
		return errors.Join(fmt.Errorf("some requests were cut off: %w", err), httpServer.Close())
	}
	return nil
}

// nonEmpty returns a list of the text, or nil if it is empty.
func nonEmpty(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// addFirstAdmin adds an administrator with a random password if there are no
// users, and prints the password.
func addFirstAdmin(ctx context.Context, accounts *auth.Accounts, s streams) error {
	users, err := accounts.Users(ctx)
	if err != nil || len(users) > 0 {
		return err
	}
	password := newPassword()
	_, err = accounts.AddUser(ctx, auth.NewUser{Username: "admin", Role: auth.RoleAdmin, Password: password, Generated: true})
	if errs.KindOf(err) == errs.Conflict {
		return nil // another replica was faster and has printed its password
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

// newLogger logs plain text to a terminal and JSON to anything else, without
// floods of the same line.
func newLogger(w io.Writer) *slog.Logger {
	if isTerminal(w) {
		return slog.New(logs.New(slog.NewTextHandler(w, nil)))
	}
	return slog.New(logs.New(slog.NewJSONHandler(w, nil)))
}
