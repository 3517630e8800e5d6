package company

import (
	"net/url"
	"slices"
	"strings"

	"perimeter/internal/errs"
)

// The providers of the chat.
const (
	ChatOwn    = "own"    // this program's
	ChatScript = "script" // another company's, loaded by its script
	ChatNone   = "none"
)

var chatProviders = []string{ChatOwn, ChatScript, ChatNone}

// ChatSetup says who provides the chat.
type ChatSetup struct {
	Provider string `json:"provider" yaml:"provider"`
	// Script is the URL of another provider's script.
	Script string `json:"script,omitempty" yaml:"script,omitempty"`
}

// Origin is the origin of another provider's script, or "".
func (c ChatSetup) Origin() string {
	u, err := url.Parse(c.Script)
	if c.Provider != ChatScript || err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// errChatScript says who may choose another provider's script.
var errChatScript = &errs.Error{
	Kind: errs.Forbidden, Field: "chat.provider",
	Message: "The script of another provider runs on every page, so only the site file or the command " +
		"\"perimeter company import\" can choose it. Choose the chat of this site, or none.",
}

// checkEdit returns Forbidden if somebody in the back office chooses or changes
// another provider's script: it would run in the browsers of all visitors and
// administrators. A script that stays as it is, or is given up, is fine.
func (c ChatSetup) checkEdit(stored ChatSetup) error {
	if c.Provider == ChatScript && c != stored {
		return errChatScript
	}
	return nil
}

// check adds the problems of the setup.
func (c ChatSetup) check(p *problems) {
	if !slices.Contains(chatProviders, c.Provider) {
		p.add("chat.provider", "must be one of "+strings.Join(chatProviders, ", "))
		return
	}
	if c.Provider != ChatScript {
		if c.Script != "" {
			p.add("chat.script", "is used only with the provider "+ChatScript)
		}
		return
	}
	// The host is copied into the content security policy as it is.
	u, err := url.Parse(c.Script)
	if err != nil || u.Scheme != "https" || !plainHost.MatchString(u.Host) || u.User != nil {
		p.add("chat.script", "must be a full https:// URL")
	}
}
