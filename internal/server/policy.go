package server

import (
	"slices"
	"strings"

	"perimeter/internal/company"
	"perimeter/internal/safehtml"
)

// maxImageOrigins is how many origins a policy lists. If content names more,
// images may come from any site: a longer header would slow every page down.
const maxImageOrigins = 40

// PagePolicy returns a function that makes the content security policy of public
// pages, which show images from the given origins besides our own.
func PagePolicy(cfg Config) func(imageOrigins []string) string {
	return func(imageOrigins []string) string {
		widget := lastCompany(cfg).Chat.Origin()
		images := []string{"data:", widget}
		switch {
		case len(imageOrigins) > maxImageOrigins:
			images = append(images, anyImage(cfg))
		case usesHTTPS(cfg):
			for _, origin := range imageOrigins {
				// Browsers load it by https from a page that came by https.
				images = append(images, strings.Replace(origin, "http://", "https://", 1))
			}
		default:
			images = append(images, imageOrigins...)
		}
		policy := contentPolicy(cfg, policyParts{styles: hashSources(cfg.StyleHashes), images: images, widget: widget})
		// Another provider's script knows nothing of our Trusted Types.
		if widget == "" {
			policy += "; require-trusted-types-for 'script'; trusted-types perimeter"
		}
		return policy
	}
}

// adminTypes require Trusted Types in the back office. Besides our own policy there
// is one for libraries, which lets them only parse HTML (web/src/lib/admin), and that
// of the rich text editor for what is pasted.
const adminTypes = "; require-trusted-types-for 'script'; trusted-types perimeter default ProseMirrorClipboard"

// AdminPolicy returns a function that makes the policy of the back office. It
// shows images before they are saved, from any site or, if they were just chosen,
// by blob: URLs; its documents have no style element.
func AdminPolicy(cfg Config) func() string {
	return func() string {
		return contentPolicy(cfg, policyParts{
			images: []string{"data:", "blob:", anyImage(cfg)},
		}) + "; worker-src 'self'" + adminTypes
	}
}

// lastCompany is the company that was read last. A page is made at a page
// version, so for a page it is the current one.
func lastCompany(cfg Config) company.Identity {
	if cfg.Company == nil {
		return company.Identity{}
	}
	return cfg.Company.Cached()
}

// policyParts are what the policies of pages differ in.
type policyParts struct {
	styles string
	images []string
	widget string // the origin of another provider's chat, or ""
}

// contentPolicy returns the content security policy of a page. Style attributes
// are allowed because React writes them; they cannot load anything else than the
// policy allows.
func contentPolicy(cfg Config, p policyParts) string {
	socket := strings.Replace(p.widget, "https://", "wss://", 1)
	return strings.Join([]string{
		"default-src 'none'",
		directive("script-src 'self'", hashSources(cfg.ScriptHashes), p.widget),
		directive("style-src 'self'", p.styles, p.widget),
		"style-src-attr 'unsafe-inline'",
		directive("img-src 'self'", p.images...),
		directive("font-src 'self'", p.widget),
		directive("connect-src 'self'", append(slices.Clone(cfg.ConnectOrigins), p.widget, socket)...),
		directive("frame-src", append(safehtml.FrameOrigins(), p.widget)...),
		"manifest-src 'self'",
		"base-uri 'none'",
		"form-action 'self'",
		"frame-ancestors 'none'",
		"report-uri " + policyReportPath,
	}, "; ")
}

// directive joins a directive and its sources, without empty and repeated ones.
func directive(name string, sources ...string) string {
	joined := name
	for i, source := range sources {
		if source != "" && !slices.Contains(sources[:i], source) {
			joined += " " + source
		}
	}
	return joined
}

// hashSources returns the policy's sources for inline scripts or styles.
func hashSources(values []string) string {
	quoted := make([]string, len(values))
	for i, value := range values {
		quoted[i] = "'" + value + "'"
	}
	return strings.Join(quoted, " ")
}

// anyImage allows images from every site that the page may load from.
func anyImage(cfg Config) string {
	if usesHTTPS(cfg) {
		return "https:"
	}
	return "https: http:"
}

func usesHTTPS(cfg Config) bool { return cfg.BaseURL != nil && cfg.BaseURL.Scheme == "https" }
