package stats

import (
	"slices"
	"strings"
	"sync"
)

// botPatterns are parts of the user agents of programs, in lower case. The list is
// short on purpose: the numbers are for the owner of a small company, and a program
// that pretends to be a browser cannot be told from one anyway.
var botPatterns = []string{
	"bot", "crawl", "spider", "slurp", "archiver", "preview", "facebookexternalhit", "whatsapp", "telegram",
	"headless", "lighthouse", "monitor", "uptime", "pingdom", "scan", "curl", "wget", "python", "java/",
	"go-http", "okhttp", "axios", "node", "ruby", "perl", "php", "http-client", "httpclient", "feed", "rss",
}

// maxAgents bounds the known user agents. Further ones are looked at each time.
const maxAgents = 1000

// agents remembers which user agents are bots', because looking at one takes longer
// than counting.
type agents struct {
	mu    sync.RWMutex
	known map[string]bool
}

func (a *agents) isBot(userAgent string) bool {
	if userAgent == "" {
		return true
	}
	a.mu.RLock()
	bot, known := a.known[userAgent]
	a.mu.RUnlock()
	if known {
		return bot
	}
	// Cubot makes phones.
	lower := strings.ReplaceAll(strings.ToLower(userAgent), "cubot", "")
	bot = slices.ContainsFunc(botPatterns, func(pattern string) bool { return strings.Contains(lower, pattern) })
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.known == nil {
		a.known = map[string]bool{}
	}
	if len(a.known) < maxAgents {
		a.known[strings.Clone(userAgent)] = bot // a copy: the caller's may be part of a large buffer
	}
	return bot
}
