package main

import (
	"log/slog"
	"net/url"

	"perimeter/internal/audit"
	"perimeter/internal/auth"
	"perimeter/internal/chat"
	"perimeter/internal/claims"
	"perimeter/internal/imaging"
	"perimeter/internal/media"
	"perimeter/internal/reviews"
	"perimeter/internal/server"
	"perimeter/internal/site"
	"perimeter/internal/ssr"
	"perimeter/web"
)

// app is the domain, one part per package.
type app struct {
	site     *site.Site
	accounts *auth.Accounts
	library  *media.Library
	chat     *chat.Chat
	reviews  *reviews.Reviews
	audit    *audit.Log
}

// newApp wires the domain to its dependencies.
func (c serveCommand) newApp(d dependencies, base *url.URL, logger *slog.Logger) (app, error) {
	source, err := c.source()
	if err != nil {
		return app{}, err
	}
	channels, err := c.channels(d.identity, channelSetup{base: base, secret: d.store.Secret})
	if err != nil {
		return app{}, err
	}
	mailer, err := c.mailer(d.identity)
	if err != nil {
		return app{}, err
	}
	accounts := auth.New(auth.Config{
		Store: d.store.Auth(), CompanyWords: companyWords(d.identity),
		BaseURL: base, SiteName: d.identity.Name, Mailer: mailer, Logger: logger,
	})
	a := app{
		accounts: accounts,
		audit:    audit.New(audit.Config{Store: d.store.Audit(), Logger: logger}),
		library: media.New(media.Config{
			Store: d.store.Media(), Storage: d.storage, Codec: imaging.New(), Sessions: accounts, UploadTTL: c.UploadTTL,
		}),
		chat: chat.New(chat.Config{
			Store:     d.store.Chat(),
			Enabled:   d.identity.Chat.Provider == site.ChatOwn,
			Phone:     d.identity.Phone,
			TeamName:  d.identity.Name + " team",
			InboxURL:  base.JoinPath(ssr.AdminPath).String(),
			Channels:  channels,
			Reminder:  c.ChatReminder,
			Retention: c.ChatRetention,
		}),
		reviews: reviews.New(reviews.Config{
			Store:     d.store.Reviews(),
			Source:    source,
			MaxAge:    c.ReviewsFresh,
			PhotoPath: server.ReviewPhotosPath,
			Location:  d.identity.Location(),
		}),
	}
	rules, err := claims.Parse(web.ClaimRules)
	if err != nil {
		return app{}, err
	}
	a.site = site.New(site.Config{
		Store: d.store.Site(), Identity: d.identity, Images: a.library, Reviews: a.reviews, Claims: rules,
	})
	return a, nil
}
