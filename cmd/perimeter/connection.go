package main

import (
	"fmt"
	"net/url"

	"perimeter/internal/connection"
	"perimeter/internal/google"
	"perimeter/internal/ssr"
)

// secretsKey returns the key of the secrets that the owner types in: the setting, so
// that replicas can share it, or else the key in the data folder.
func (f dataFlags) secretsKey() (connection.Key, error) {
	if f.SecretsKey == "" {
		return connection.OpenKey(f.Data)
	}
	key, err := connection.ParseKey(f.SecretsKey)
	if err != nil {
		return connection.Key{}, fmt.Errorf("PERIMETER_SECRETS_KEY: %w: make one with: openssl rand -base64 32", err)
	}
	return key, nil
}

// connectionSetup is what the connections need besides the key.
type connectionSetup struct {
	base   *url.URL
	chat   chatFlags
	google reviewFlags
}

// newConnections returns what the owner has connected the site to.
func (f dataFlags) newConnections(d dependencies, setup connectionSetup) (*connection.Connections, error) {
	key, err := f.secretsKey()
	if err != nil {
		return nil, err
	}
	fixed := setup.chat.fixed()
	fixed.GoogleClient = connection.GoogleClient{ID: setup.google.GoogleClientID, Secret: setup.google.GoogleClientSecret}
	fixed.Google = setup.google.GoogleLocation != ""
	redirect := setup.base.JoinPath(ssr.AdminPath)
	redirect.RawQuery = "panel=company&section=google"
	return connection.New(connection.Config{
		Store: d.store.Connections(), Key: key, Fixed: fixed,
		Google: google.NewAccounts(setup.google.endpoints()), GoogleRedirectURL: redirect.String(),
	}), nil
}
