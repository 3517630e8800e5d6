package main

import (
	"fmt"

	"perimeter/internal/connection"
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

// newConnections returns what the owner has connected the site to.
func (f dataFlags) newConnections(d dependencies, fixed connection.Fixed) (*connection.Connections, error) {
	key, err := f.secretsKey()
	if err != nil {
		return nil, err
	}
	return connection.New(connection.Config{Store: d.store.Connections(), Key: key, Fixed: fixed}), nil
}
