package server

import (
	"encoding/json"
	"log/slog"
	"mime"
	"net/http"
	"net/url"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/limit"
)

// Browsers report here what the content security policy has blocked.
const (
	policyReportPath  = "/api/csp-reports"
	policyReportRoute = "POST " + policyReportPath
)

// Anybody can make reports up, so they are small and few: of one network, and of
// all networks together.
const maxPolicyReport = 16 << 10

var (
	networkReportRate = limit.Rate{Burst: 10, Every: 6 * time.Second}
	allReportsRate    = limit.Rate{Burst: 60, Every: time.Second}
)

// policyReport is a report in the format of the report-uri directive.
type policyReport struct {
	Report struct {
		Document           string `json:"document-uri"`
		EffectiveDirective string `json:"effective-directive"`
		ViolatedDirective  string `json:"violated-directive"`
		Blocked            string `json:"blocked-uri"`
		Source             string `json:"source-file"`
		Line               int    `json:"line-number"`
	} `json:"csp-report"`
}

// receivePolicyReport logs what a policy has blocked. It reveals a page that asks
// for too much, or an attack.
func (a *api) receivePolicyReport(w http.ResponseWriter, r *http.Request) {
	report, err := a.readPolicyReport(w, r)
	if err != nil {
		a.refuseBody(w, r, err)
		return
	}
	directive := report.Report.EffectiveDirective
	if directive == "" {
		directive = report.Report.ViolatedDirective
	}
	a.log(r.Context(), slog.LevelWarn, "the content security policy blocked something",
		"page", pathOnly(report.Report.Document), "directive", directive,
		"blocked", withoutQuery(report.Report.Blocked), "source", withoutQuery(report.Report.Source), "line", report.Report.Line)
	w.WriteHeader(http.StatusNoContent)
}

func (a *api) readPolicyReport(w http.ResponseWriter, r *http.Request) (policyReport, error) {
	keys := limit.NetworkKeys("report", requestInfoOf(r.Context()).clientIP, networkReportRate)
	if _, err := a.rates.Allow(append(keys, limit.Key{Name: "reports", Rate: allReportsRate})...); err != nil {
		return policyReport{}, err
	}
	if media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || media != "application/csp-report" {
		return policyReport{}, errs.Errorf(errs.Unsupported, "A report must have the content type application/csp-report.")
	}
	if r.ContentLength > maxPolicyReport {
		return policyReport{}, bodyTooLarge(maxPolicyReport)
	}
	defer limitBodyTime(w)()
	incoming := a.newIncomingBody(w, r, a.bodies.visitors, maxPolicyReport)
	defer incoming.Close()
	body, err := readJSON(incoming, maxPolicyReport)
	if err != nil {
		return policyReport{}, err
	}
	var report policyReport
	if err := json.Unmarshal(body, &report); err != nil {
		return policyReport{}, errs.Errorf(errs.Invalid, "The report is not valid JSON.")
	}
	return report, nil
}

// pathOnly leaves out the origin and the query of a page, which may hold personal
// data.
func pathOnly(page string) string {
	u, err := url.Parse(page)
	if err != nil {
		return ""
	}
	return u.Path
}

// withoutQuery returns a URL without its query, or a keyword such as "inline".
func withoutQuery(blocked string) string {
	u, err := url.Parse(blocked)
	if err != nil {
		return ""
	}
	u.RawQuery, u.Fragment, u.User = "", "", nil
	return u.String()
}
