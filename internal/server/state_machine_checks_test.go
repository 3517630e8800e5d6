package server

import (
	"encoding/xml"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/testkit"
	"perimeter/internal/workingcopy"
)

// Check compares everything that can be read with the model.
func (m *machine) Check(*rapid.T) {
	for _, k := range m.model.kinds {
		m.checkLists(k)
		if k.kind != record.SocialLink {
			m.checkPages(k)
		}
	}
	m.checkSitemap()
	m.checkHistory()
	m.checkUses()
	m.checkCopies()
}

func (m *machine) same(what string, want, got any) {
	if diff := gocmp.Diff(want, got); diff != "" {
		m.tb.Fatalf("%s (-model +server):\n%s", what, diff)
	}
}

// modelText matches the texts of all records, so that they are found wherever a page
// has them.
var modelText = regexp.MustCompile(`"(service|post|social-link) text \d+"`)

// textsOf returns the texts of the records of a kind in a response, in their order.
func textsOf(kind record.Kind, text string) []string {
	texts := []string{}
	for _, match := range modelText.FindAllString(text, -1) {
		if match = strings.Trim(match, `"`); strings.HasPrefix(match, string(kind)) {
			texts = append(texts, match)
		}
	}
	return texts
}

func (m *machine) checkLists(k *modelKind) {
	paths := resources[k.kind]
	all := m.call(m.tb, admin, get, paths.all, nil)
	m.same("the list "+paths.all, k.texts(true), textsOf(k.kind, all.text))
	var times []time.Time
	for _, id := range k.inOrder() {
		times = append(times, k.saved[id][len(k.saved[id])-1])
	}
	var got []time.Time
	for _, row := range data[[]struct{ UpdatedAt time.Time }](m.tb, all) {
		got = append(got, row.UpdatedAt.UTC())
	}
	m.same("the times in "+paths.all, times, got)
	for _, path := range []string{paths.public, paths.page} {
		m.same("the public "+path, k.texts(false), textsOf(k.kind, m.read(m.tb, path)))
	}
}

// checkPages asks for every slug, whether a record has it, had it or never had it.
func (m *machine) checkPages(k *modelKind) {
	for _, slug := range modelSlugs {
		item, current, found := k.at(slug)
		path := resources[k.kind].page + "/" + slug
		want, location := http.StatusNotFound, ""
		switch {
		case found && current:
			want = http.StatusOK
		case found:
			want, location = http.StatusMovedPermanently, resources[k.kind].page+"/"+item.slug
		}
		res := m.call(m.tb, nobody, get, path, nil)
		if res.StatusCode != want || res.Header.Get("Location") != location {
			m.tb.Fatalf("%s answers %d %s, want %d %s", path, res.StatusCode, res.Header.Get("Location"), want, location)
		}
		if want == http.StatusOK && !slices.Contains(textsOf(k.kind, m.read(m.tb, path)), item.text) {
			m.tb.Fatalf("%s does not show %q", path, item.text)
		}
	}
}

func (m *machine) checkSitemap() {
	var sitemap struct {
		URLs []struct {
			Loc string `xml:"loc"`
		} `xml:"url"`
	}
	testkit.Check(m.tb, xml.Unmarshal([]byte(m.read(m.tb, sitemapPath)), &sitemap))
	var want, got []string
	for _, kind := range []record.Kind{record.Service, record.Post} {
		k := m.model.kinds[kind]
		for _, id := range k.inOrder() {
			if k.items[id].shown {
				want = append(want, resources[kind].page+"/"+k.items[id].slug)
			}
		}
	}
	for _, url := range sitemap.URLs {
		if path := strings.TrimPrefix(url.Loc, m.BaseURL.String()); strings.Count(path, "/") == 2 {
			got = append(got, path)
		}
	}
	m.same("the sitemap", want, got)
}

func (m *machine) checkHistory() {
	var want, got []string
	for _, v := range slices.Backward(m.model.versions) {
		if len(want) < 100 {
			want = append(want, fmt.Sprintf("%d %s %s %s %s", v.id, v.kind, v.recordID, v.action, v.item.text))
		}
	}
	for _, v := range m.versions(m.tb, "limit=100") {
		if v.Kind != record.Image {
			text := strings.Join(textsOf(v.Kind, string(v.Fields)), " ")
			got = append(got, fmt.Sprintf("%d %s %s %s %s", v.ID, v.Kind, v.RecordID, v.Action, text))
		}
	}
	m.same("the history", want, got)
}

func (m *machine) checkUses() {
	want, got := map[string][]string{}, map[string][]string{}
	for _, k := range m.model.kinds {
		for id, item := range k.items {
			if item.image != "" {
				want[item.image] = append(want[item.image], fmt.Sprintf("%s %d %s", k.kind, id, item.text))
			}
		}
	}
	for _, image := range data[media.ListPage](m.tb, m.call(m.tb, admin, get, "/api/admin/images", nil)).Images {
		for _, use := range image.Uses {
			got[image.ID] = append(got[image.ID], fmt.Sprintf("%s %d %s", use.Kind, use.ID, use.Title))
		}
	}
	for _, uses := range []map[string][]string{want, got} {
		for _, list := range uses {
			slices.Sort(list)
		}
	}
	m.same("the uses of images", want, got)
}

func (m *machine) checkCopies() {
	want, got := maps.Clone(m.model.copies), map[string]string{}
	for _, info := range data[[]workingcopy.Info](m.tb, m.call(m.tb, admin, get, "/api/admin/working-copies?kind=post", nil)) {
		kept := data[struct{ Values struct{ Title string } }](m.tb, m.call(m.tb, admin, get, copiesPath+"post/"+info.RecordID, nil))
		got[info.RecordID] = kept.Values.Title
		_, exists := m.model.kinds[record.Post].items[modelVersion{recordID: info.RecordID}.number()]
		if deleted := info.RecordID != "new" && !exists; info.Deleted != deleted {
			m.tb.Fatalf("the copy of %s is marked as deleted: %v, want %v", info.RecordID, info.Deleted, deleted)
		}
	}
	m.same("the working copies", want, got)
}
