package site

import (
	"context"
	"maps"
	"sync"
	"time"

	"perimeter/internal/claims"
	"perimeter/internal/errs"
)

// maxListedFindings keeps a report readable, and its size bounded.
const maxListedFindings = 50

// ClaimFinding is a restricted wording in a record of the site.
type ClaimFinding struct {
	Kind  string `json:"kind" enum:"company,content,service,post"`
	ID    int64  `json:"id"`
	Title string `json:"title" doc:"The record's key, name or title"`
	claims.Claim
}

// ClaimReport is what was found on the published site.
type ClaimReport struct {
	Pages    int            `json:"pages" doc:"How many public pages there are"`
	Total    int            `json:"total" doc:"How many findings there are"`
	Findings []ClaimFinding `json:"findings" doc:"The first of them"`
}

// ClaimsIn returns the restricted wordings in texts, which may be HTML.
func (s *Site) ClaimsIn(texts ...string) []claims.Claim { return s.claims.Find(texts...) }

// Texts returns what the public reads of the item.
func (item ContentItem) Texts() []string {
	if item.Type == ContentImage {
		return nil
	}
	return []string{item.Value}
}

// Texts returns what the public reads of the service.
func (service Service) Texts() []string {
	return append([]string{service.Name, service.ShortDescription, service.FullDescription, service.Template}, service.Features...)
}

// Texts returns what the public reads of the post.
func (post Post) Texts() []string { return []string{post.Title, post.Excerpt, post.Content} }

// fixedPages is how many public pages are not those of a service or a post.
const fixedPages = 7

// ClaimReport returns the findings of the whole published site. It searches only
// what has changed since it was last asked.
func (s *Site) ClaimReport(ctx context.Context) (ClaimReport, error) {
	revision, err := s.store.Revision(ctx)
	if err != nil {
		return ClaimReport{}, err
	}
	known := &s.claimCache
	known.mu.Lock()
	defer known.mu.Unlock()
	if known.report != nil && known.revision == revision {
		return *known.report, nil
	}
	report, err := s.searchClaims(ctx, known)
	if err != nil {
		return ClaimReport{}, err
	}
	// What was read may be newer than the revision. Then it is searched once more
	// than necessary.
	known.revision, known.report = revision, &report
	return report, nil
}

// claimCache keeps the newest report, and what was found in each record.
type claimCache struct {
	mu       sync.Mutex
	revision int64
	report   *ClaimReport
	records  map[recordID]searchedRecord
}

type recordID struct {
	kind string
	id   int64
}

type searchedRecord struct {
	updatedAt time.Time
	found     []claims.Claim
}

func (s *Site) searchClaims(ctx context.Context, known *claimCache) (ClaimReport, error) {
	items, err := s.store.ContentItems(ctx)
	if err != nil {
		return ClaimReport{}, err
	}
	services, err := s.visibleServices(ctx)
	if err != nil {
		return ClaimReport{}, err
	}
	posts, err := s.store.Posts().Headings(ctx)
	if err != nil {
		return ClaimReport{}, err
	}
	current, err := s.company.Current(ctx)
	if err != nil {
		return ClaimReport{}, err
	}
	if known.records == nil {
		known.records = map[recordID]searchedRecord{}
	}
	report := ClaimReport{Pages: fixedPages + len(services) + len(posts), Findings: []ClaimFinding{}}
	present := map[recordID]bool{}
	isKnown := func(id recordID, updatedAt time.Time) bool {
		record, ok := known.records[id]
		return ok && record.updatedAt.Equal(updatedAt)
	}
	add := func(id recordID, title string, updatedAt time.Time, texts []string) {
		if !isKnown(id, updatedAt) {
			known.records[id] = searchedRecord{updatedAt, s.claims.Find(texts...)}
		}
		present[id] = true
		for _, claim := range known.records[id].found {
			if report.Total++; report.Total <= maxListedFindings {
				report.Findings = append(report.Findings, ClaimFinding{id.kind, id.id, title, claim})
			}
		}
	}
	add(recordID{"company", 1}, current.Name, current.UpdatedAt, current.Wording())
	for _, item := range items {
		add(recordID{"content", item.ID}, item.Key, item.UpdatedAt, item.Texts())
	}
	for _, service := range services {
		add(recordID{"service", service.ID}, service.Name, service.UpdatedAt, service.Texts())
	}
	for _, post := range posts {
		id := recordID{"post", post.ID}
		var texts []string
		// Articles are read one by one: there may be thousands, and few have
		// changed.
		if !isKnown(id, post.UpdatedAt) {
			whole, err := s.store.Posts().Get(ctx, post.ID)
			if errs.KindOf(err) == errs.NotFound { // deleted meanwhile
				continue
			}
			if err != nil {
				return ClaimReport{}, err
			}
			texts = whole.Texts()
		}
		add(id, post.Title, post.UpdatedAt, texts)
	}
	maps.DeleteFunc(known.records, func(id recordID, _ searchedRecord) bool { return !present[id] })
	return report, nil
}
