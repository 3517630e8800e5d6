package main

import (
	"context"
	"log/slog"
	"net/url"
	"time"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
	"perimeter/internal/backup"
	"perimeter/internal/certificate"
	"perimeter/internal/chat"
	"perimeter/internal/claims"
	"perimeter/internal/company"
	"perimeter/internal/connection"
	"perimeter/internal/health"
	"perimeter/internal/imaging"
	"perimeter/internal/media"
	"perimeter/internal/notify"
	"perimeter/internal/push"
	"perimeter/internal/record"
	"perimeter/internal/reviews"
	"perimeter/internal/server"
	"perimeter/internal/site"
	"perimeter/internal/ssr"
	"perimeter/internal/stats"
	"perimeter/internal/workingcopy"
	"perimeter/web"
)

// app is the domain, one part per package.
type app struct {
	site        *site.Site
	accounts    *auth.Accounts
	library     *media.Library
	chat        *chat.Chat
	reviews     *reviews.Reviews
	audit       *audit.Log
	push        *push.Push
	history     *record.History
	copies      *workingcopy.Copies
	stats       *stats.Stats
	backups     *backup.Backups
	connections *connection.Connections
	// certificates is nil if the server does not encrypt.
	certificates *certificate.Certificates
	health       *health.Health
}

// newApp wires the domain to its dependencies.
func (c serveCommand) newApp(d dependencies, base *url.URL, l listeners, logger *slog.Logger) (app, error) {
	subscriptions := newPush(d, base)
	if err := c.checkSettings(); err != nil {
		return app{}, err
	}
	connections, err := c.newConnections(d, connectionSetup{base, c.chatFlags, c.reviewFlags})
	if err != nil {
		return app{}, err
	}
	source, err := c.source(connections)
	if err != nil {
		return app{}, err
	}
	mailServer := c.mailSource(d.company, connections, base)
	channels := c.channels(channelSetup{
		base: base, company: d.company, connections: connections, mail: mailServer, secret: d.store.Secret, push: subscriptions,
	})
	accounts := auth.New(auth.Config{
		Store: d.store.Auth(), CompanyWords: companyWords(d.company), BaseURL: base,
		SiteName: func() string { return d.company.Cached().Name }, Mailer: notify.NewUserMail(mailServer), Logger: logger,
	})
	codec := imaging.New() // one, because it bounds the memory of all pictures together
	var a app
	a = app{
		accounts:    accounts,
		push:        subscriptions,
		connections: connections,
		audit:       audit.New(audit.Config{Store: d.store.Audit(), Logger: logger}),
		copies:      workingcopy.New(d.store.Copies(), nil),
		library: media.New(media.Config{
			Store: d.store.Media(), Storage: d.storage, Codec: codec, Sessions: accounts, UploadTTL: c.UploadTTL,
		}),
		chat: chat.New(chat.Config{
			Store:    d.store.Chat(),
			Company:  chatCompany(d.company),
			InboxURL: base.JoinPath(ssr.AdminPath).String(),
			Channels: channels,
			Warnings: map[chat.Reason]func(context.Context) (string, error){
				chat.ReasonMonth: func(ctx context.Context) (string, error) {
					return a.stats.MonthMessage(ctx, func(month string) string {
						return base.JoinPath(ssr.AdminPath).String() + "?panel=month&section=" + month
					})
				},
				chat.ReasonBackup: func(ctx context.Context) (string, error) { return a.backups.Problem(ctx) },
				chat.ReasonCertificate: func(ctx context.Context) (string, error) {
					if a.certificates == nil {
						return "", nil // the server used to encrypt
					}
					return a.certificates.Warning(ctx), nil
				},
			},
			Reminder: c.ChatReminder,
			OpenNow: func(ctx context.Context, now time.Time) bool {
				open, err := a.site.OpenAt(ctx, now)
				return open || err != nil // a reminder is better than none
			},
			Retention:   c.ChatRetention,
			Mailer:      notify.NewVisitorMail(mailServer),
			MailAfter:   c.ChatMailAfter,
			VisitorURL:  base.JoinPath("contact").String(),
			DialPhone:   company.DialPhone,
			RenderPhoto: codec.Photo,
		}),
		reviews: reviews.New(reviews.Config{
			Store:     d.store.Reviews(),
			Source:    source,
			MaxAge:    c.ReviewsFresh,
			PhotoPath: server.ReviewPhotosPath,
			Location:  func(ctx context.Context) *time.Location { return d.company.Latest(ctx).Location() },
		}),
	}
	rules, err := claims.Parse(web.ClaimRules)
	if err != nil {
		return app{}, err
	}
	a.site = site.New(site.Config{
		Store: d.store.Site(), Company: d.company, Images: a.library, Reviews: a.reviews, Claims: rules,
	})
	d.company.FollowedBy(a.site.FollowCompany)
	a.history = record.NewHistory(record.HistoryConfig{
		Store: d.store.History(), Records: server.VersionedRecords(a.site, d.company, a.library),
		Retention: time.Duration(c.HistoryDays) * 24 * time.Hour, Logger: logger,
	})
	a.stats = stats.New(stats.Config{
		Store: d.store.Stats(), OpenTime: a.site.OpenTime, Hosts: []string{base.Hostname()},
		Location: func(ctx context.Context) *time.Location { return d.company.Latest(ctx).Location() },
	})
	a.backups = backup.New(backup.Config{
		Store: d.store.Backup(), Source: d.store, Uploads: d.storage,
		Target: func() (backup.Storage, error) { return c.backupTarget(c.dataFlags) },
		Keys:   func() (backup.Keys, error) { return c.keys(c.dataFlags) },
		Sheet: func(ctx context.Context) (backup.Sheet, error) {
			return sheetFlags{c.dataFlags, c.webFlags, c.backupFlags}.sheet(ctx, d.store, d.company.Latest(ctx).Name)
		},
		At: c.backupTime(), Location: func(ctx context.Context) *time.Location { return d.company.Latest(ctx).Location() },
		Warn:    func(ctx context.Context) error { return a.chat.Warn(ctx, chat.ReasonBackup) },
		Release: version, Alone: c.DatabaseURL == "", Logger: logger,
	})
	if a.certificates, err = c.newCertificates(d, l, &a, logger); err != nil {
		return app{}, err
	}
	a.health = c.newHealth(d, base, a, logger)
	return a, nil
}

// chatCompany returns what the chat shows of the company.
func chatCompany(c *company.Company) func(context.Context) chat.Company {
	return func(ctx context.Context) chat.Company {
		identity := c.Latest(ctx)
		return chat.Company{
			Enabled: identity.Chat.Provider == company.ChatOwn, Name: identity.Name, Phone: identity.Phone, TeamName: identity.Name + " team",
		}
	}
}
