package stats

import (
	"strings"
	"sync"
	"sync/atomic"
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
	known sync.Map // of string to bool
	count atomic.Int64
}

func (a *agents) isBot(userAgent string) bool {
	if userAgent == "" {
		return true
	}
	if bot, known := a.known.Load(userAgent); known {
		return bot.(bool)
	}
	lower, bot := strings.ToLower(userAgent), false
	for _, pattern := range botPatterns {
		bot = bot || strings.Contains(lower, pattern)
	}
	if a.count.Load() < maxAgents {
		// A copy: what the caller has may be part of a large buffer.
		if _, loaded := a.known.LoadOrStore(strings.Clone(userAgent), bot); !loaded {
			a.count.Add(1)
		}
	}
	return bot
}
