package site

import (
	"fmt"
	"net/url"
	"slices"
)

// The providers of the chat.
const (
	ChatOwn    = "own"    // ours
	ChatScript = "script" // another company's, by its script
	ChatNone   = "none"
)

var chatProviders = []string{ChatOwn, ChatScript, ChatNone}

// ChatSetup says in the site file who provides the chat.
type ChatSetup struct {
	Provider string `json:"provider" yaml:"provider"`
	// Script is the address of another provider's script.
	Script string `json:"script,omitempty" yaml:"script"`
}

// Origin is where another provider's script comes from; empty if there is none.
func (c ChatSetup) Origin() string {
	u, err := url.Parse(c.Script)
	if c.Provider != ChatScript || err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

func (c *ChatSetup) validate() error {
	if c.Provider == "" {
		c.Provider = ChatOwn
	}
	if !slices.Contains(chatProviders, c.Provider) {
		return fmt.Errorf("chat.provider: %q must be one of %s", c.Provider, list(chatProviders))
	}
	if c.Provider != ChatScript {
		if c.Script != "" {
			return fmt.Errorf("chat.script: is used only with the provider %s", ChatScript)
		}
		return nil
	}
	// The host becomes part of the content security policy, word for word.
	u, err := url.Parse(c.Script)
	if err != nil || u.Scheme != "https" || !plainHost.MatchString(u.Host) || u.User != nil {
		return fmt.Errorf("chat.script: %q must be a full https:// address", c.Script)
	}
	return nil
}
