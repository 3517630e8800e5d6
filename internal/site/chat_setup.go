package site

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// The providers of the chat.
const (
	ChatOwn    = "own"    // this program's
	ChatScript = "script" // another company's, loaded by its script
	ChatNone   = "none"
)

var chatProviders = []string{ChatOwn, ChatScript, ChatNone}

// ChatSetup says in the site file who provides the chat.
type ChatSetup struct {
	Provider string `json:"provider" yaml:"provider"`
	// Script is the URL of another provider's script.
	Script string `json:"script,omitempty" yaml:"script"`
}

// Origin is the origin of another provider's script, or "".
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
		return fmt.Errorf("chat.provider: %q must be one of %s", c.Provider, strings.Join(chatProviders, ", "))
	}
	if c.Provider != ChatScript {
		if c.Script != "" {
			return fmt.Errorf("chat.script: is used only with the provider %s", ChatScript)
		}
		return nil
	}
	// The host is copied into the content security policy as it is.
	u, err := url.Parse(c.Script)
	if err != nil || u.Scheme != "https" || !plainHost.MatchString(u.Host) || u.User != nil {
		return fmt.Errorf("chat.script: %q must be a full https:// address", c.Script)
	}
	return nil
}
