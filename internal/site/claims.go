package site

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"sync"

	"perimeter/internal/claims"
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

// ClaimReport returns the findings of the whole published site. Of the posts it reads
// only those near one that has changed since it was last asked.
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

// claimCache keeps the newest report, and what was found in blocks of posts.
type claimCache struct {
	mu       sync.Mutex
	revision int64
	report   *ClaimReport
	blocks   map[int64]*searchedPosts
}

// postBlock is how many IDs of posts are searched together. What the cache remembers
// of posts without findings is one number for so many of them, and one query reads
// them when one has changed.
const postBlock = 64

// searchedPosts are the findings in the posts of a block.
type searchedPosts struct {
	// state is a hash of the posts' IDs and of when each was last changed.
	state uint64
	found []postFinding
}

type postFinding struct {
	PostPosition
	ClaimFinding
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
	current, err := s.company.Current(ctx)
	if err != nil {
		return ClaimReport{}, err
	}
	posts, inPosts, err := s.searchPosts(ctx, known)
	if err != nil {
		return ClaimReport{}, err
	}
	report := ClaimReport{Pages: fixedPages + len(services) + posts, Findings: []ClaimFinding{}}
	add := func(found ...ClaimFinding) {
		report.Total += len(found)
		report.Findings = append(report.Findings, found[:min(len(found), maxListedFindings-len(report.Findings))]...)
	}
	add(s.findingsIn("company", 1, current.Name, current.Wording())...)
	for _, item := range items {
		add(s.findingsIn("content", item.ID, item.Key, item.Texts())...)
	}
	for _, service := range services {
		add(s.findingsIn("service", service.ID, service.Name, service.Texts())...)
	}
	for _, found := range inPosts {
		add(found.ClaimFinding)
	}
	return report, nil
}

// findingsIn searches the texts of one record.
func (s *Site) findingsIn(kind string, id int64, title string, texts []string) []ClaimFinding {
	var found []ClaimFinding
	for _, claim := range s.claims.Find(texts...) {
		found = append(found, ClaimFinding{kind, id, title, claim})
	}
	return found
}

// searchPosts returns how many posts there are, and the findings in them, of the
// newest post first. It reads the blocks in which something has changed. If there is no
// time to search them all, the next call continues.
func (s *Site) searchPosts(ctx context.Context, known *claimCache) (count int, found []postFinding, err error) {
	blocks := map[int64]*searchedPosts{}
	for post, err := range s.headings(ctx) {
		if err != nil {
			return 0, nil, err
		}
		count++
		block := post.ID / postBlock
		if blocks[block] == nil {
			blocks[block] = &searchedPosts{}
		}
		// A sum, because the order of the blog is not that of the IDs.
		blocks[block].state += stateOf(post)
	}
	if known.blocks == nil {
		known.blocks = map[int64]*searchedPosts{}
	}
	for number := range known.blocks {
		if blocks[number] == nil {
			delete(known.blocks, number)
		}
	}
	for number, block := range blocks {
		if before := known.blocks[number]; before != nil && before.state == block.state {
			block = before
		} else if err := s.searchBlock(ctx, number, block); err != nil {
			return 0, nil, err
		}
		known.blocks[number] = block
		found = append(found, block.found...)
	}
	slices.SortFunc(found, func(a, b postFinding) int {
		return cmp.Or(b.PublishedAt.Compare(a.PublishedAt), cmp.Compare(b.ClaimFinding.ID, a.ClaimFinding.ID))
	})
	return count, found, nil
}

// searchBlock reads and searches the posts of a block.
func (s *Site) searchBlock(ctx context.Context, number int64, block *searchedPosts) error {
	posts, err := s.store.Posts().Range(ctx, number*postBlock, (number+1)*postBlock)
	for _, post := range posts {
		for _, finding := range s.findingsIn("post", post.ID, post.Title, post.Texts()) {
			block.found = append(block.found, postFinding{PostPosition{post.PublishedAt, post.ID}, finding})
		}
	}
	return err
}

// stateOf changes with every change of a post.
func stateOf(post PostHeading) uint64 {
	hash := fnv.New64a()
	fmt.Fprint(hash, post.ID, post.PublishedAt.UnixMicro(), post.UpdatedAt.UnixMicro(), post.Title)
	return hash.Sum64()
}
