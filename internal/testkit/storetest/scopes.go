package storetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"perimeter/internal/company"
	"perimeter/internal/media"
	"perimeter/internal/record"
	"perimeter/internal/reviews"
	"perimeter/internal/scope"
	"perimeter/internal/site"
	"perimeter/internal/testkit"
)

// recorded is a result of a read, the scopes that the read has recorded, and the
// revision before it.
type recorded struct {
	result   any
	scopes   []scope.Scope
	revision int64
}

func recordReads(t *testing.T, s Stores, read func(context.Context) any) recorded {
	t.Helper()
	before := revision(t, s)
	ctx, reads := scope.Record(t.Context())
	result := read(ctx)
	return recorded{result, reads.Scopes(), before}
}

// unrecorded are the methods of site.Store whose results no page shows.
var unrecorded = []string{"StarterDone", "Publish", "Revision", "ChangedSince", "Changes", "Posts"}

// wantScopes checks that every method of a store records a scope.
func wantScopes[Store any](t *testing.T, s Stores, store Store) {
	t.Helper()
	for method := range reflect.TypeFor[Store]().Methods() {
		if slices.Contains(unrecorded, method.Name) {
			continue
		}
		read := recordReads(t, s, func(ctx context.Context) any {
			arguments := []reflect.Value{reflect.ValueOf(ctx)}
			for i := 1; i < method.Type.NumIn(); i++ {
				arguments = append(arguments, anyValue(method.Type.In(i)))
			}
			return reflect.ValueOf(store).MethodByName(method.Name).Call(arguments)
		})
		if len(read.scopes) == 0 {
			t.Errorf("%s records no scope: a page that shows its result would not be rendered again", method.Name)
		}
	}
}

var scopeTests = []test{
	{"every read of the site records a scope", func(t *testing.T, s Stores) {
		wantScopes(t, s, s.Site())
		wantScopes(t, s, s.Site().Posts())
	}},

	{"a change concerns its own scopes and no others", func(t *testing.T, s Stores) {
		about, title := put(t, s.Site(), putContentItem, newContentItem("about")), put(t, s.Site(), putContentItem, newContentItem("title"))
		first, second := put(t, s.Site(), putPost, newPost("first")), put(t, s.Site(), putPost, newPost("second"))
		service := put(t, s.Site(), putService, newService("ants"))
		known := []scope.Scope{
			scope.Content, scope.ContentKey("about"), scope.ContentKey("title"), scope.ContentKey("renamed"), scope.Services,
			scope.Posts, scope.Post(first.ID), scope.Post(second.ID), scope.Post(second.ID + 1), scope.Social, scope.Hours, scope.Reviews,
		}
		for _, tt := range []struct {
			name   string
			change func(tx site.Tx) error
			want   []scope.Scope
		}{
			{"a post", func(tx site.Tx) error { _, err := putPost(tx, t.Context(), first); return err },
				[]scope.Scope{scope.Posts, scope.Post(first.ID)}},
			{"a new post", func(tx site.Tx) error { _, err := putPost(tx, t.Context(), newPost("third")); return err },
				[]scope.Scope{scope.Posts, scope.Post(second.ID + 1)}},
			{"a deleted post", func(tx site.Tx) error { return deletePost(tx, t.Context(), second.ID) },
				[]scope.Scope{scope.Posts, scope.Post(second.ID)}},
			{"a redirect of a post", func(tx site.Tx) error { return tx.PutRedirect(t.Context(), record.Post, "old", first.ID) },
				[]scope.Scope{scope.Posts}},
			{"a service", func(tx site.Tx) error { _, err := putService(tx, t.Context(), service); return err },
				[]scope.Scope{scope.Services}},
			{"a content item", func(tx site.Tx) error { _, err := putContentItem(tx, t.Context(), about); return err },
				[]scope.Scope{scope.Content, scope.ContentKey("about")}},
			{"a renamed content item", func(tx site.Tx) error {
				title.Key = "renamed"
				_, err := putContentItem(tx, t.Context(), title)
				return err
			}, []scope.Scope{scope.Content, scope.ContentKey("title"), scope.ContentKey("renamed")}},
			{"a social link", func(tx site.Tx) error {
				_, err := putSocialLink(tx, t.Context(), newSocialLink("facebook"))
				return err
			}, []scope.Scope{scope.Social}},
			{"hours", func(tx site.Tx) error { return putDayHours(tx, t.Context(), site.DayHours{Day: "monday"}) },
				[]scope.Scope{scope.Hours}},
		} {
			before := revision(t, s)
			publish(t, s.Site(), tt.change)
			revision(t, s) // as every request does
			var changed []scope.Scope
			for _, known := range known {
				if s.Site().ChangedSince(before, []scope.Scope{known}) {
					changed = append(changed, known)
				}
			}
			if diff := cmp.Diff(tt.want, changed); diff != "" {
				t.Errorf("%s: changed scopes (-want +got):\n%s", tt.name, diff)
			}
			if !s.Site().ChangedSince(before, nil) || s.Site().ChangedSince(revision(t, s), nil) {
				t.Errorf("%s: whether anything has changed is wrong", tt.name)
			}
		}
	}},

	{"no read changes without one of its scopes", func(t *testing.T, s Stores) {
		random := rand.New(rand.NewPCG(3, 4))
		ids := []string{uploadNamed("A"), uploadNamed("B"), uploadNamed("C")}
		for _, id := range ids {
			putImage(t, s, newImage(id), id)
		}
		for range 60 {
			var before []recorded
			reads := publicReads(t, s)
			for _, read := range reads {
				before = append(before, recordReads(t, s, read))
			}
			switch random.IntN(8) {
			case 0:
				changeImage(t, s, random, ids)
			case 1:
				publish(t, s.Reviews(), func(tx reviews.Tx) error {
					return tx.PutReviews(t.Context(), []reviews.Review{{ReviewID: fmt.Sprint(random.IntN(9))}})
				})
			case 2, 3:
				changeFacts(t, s, random)
			default:
				saveRandomly(t, s, random, ids)
			}
			for i, read := range reads {
				after := recordReads(t, s, read)
				if !cmp.Equal(before[i].result, after.result) && !s.Site().ChangedSince(before[i].revision, before[i].scopes) {
					t.Fatalf("%v has changed, but none of its scopes %v:\n%s",
						after.scopes, before[i].scopes, cmp.Diff(before[i].result, after.result))
				}
			}
		}
	}},

	{"what the public sees cannot change without a new revision", func(t *testing.T, s Stores) {
		err := s.Reviews().Write(t.Context(), func(tx reviews.Tx) error { return tx.PutReviews(t.Context(), nil) })
		if err == nil {
			t.Error("reviews were stored without publishing")
		}
	}},
}

// anyValue returns an argument for a read.
func anyValue(of reflect.Type) reflect.Value {
	switch of {
	case reflect.TypeFor[string]():
		return reflect.ValueOf("x")
	case reflect.TypeFor[[]string]():
		return reflect.ValueOf([]string{"x"})
	default:
		return reflect.Zero(of)
	}
}

// publicReads are reads as pages make them.
func publicReads(t *testing.T, s Stores) []func(context.Context) any {
	t.Helper()
	result := func(v any, err error) any { return []any{v, err != nil} }
	reads := []func(context.Context) any{
		func(ctx context.Context) any { return result(s.Site().ContentItems(ctx)) },
		func(ctx context.Context) any {
			return result(s.Site().ContentItemsByKey(ctx, []string{"key1", "key2"}))
		},
		func(ctx context.Context) any { return result(s.Site().Services(ctx)) },
		func(ctx context.Context) any { return result(s.Site().ServiceBySlug(ctx, "service1")) },
		func(ctx context.Context) any { return result(s.Site().Posts().Page(ctx, everyPost)) },
		func(ctx context.Context) any {
			return result(s.Site().Posts().Page(ctx, site.PostQuery{After: site.BeforeAllPosts, Summary: true, Limit: 100}))
		},
		func(ctx context.Context) any {
			return result(s.Site().Posts().Headings(ctx, site.BeforeAllPosts, 100))
		},
		func(ctx context.Context) any { return result(s.Site().Posts().Range(ctx, 0, 100)) },
		func(ctx context.Context) any { return result(s.Reviews().StoredReviews(ctx)) },
		func(ctx context.Context) any { return result(s.Site().BusinessHours(ctx)) },
		func(ctx context.Context) any { return result(s.Site().SpecialDays(ctx)) },
		func(ctx context.Context) any { return result(s.Site().SocialLinks(ctx)) },
		func(ctx context.Context) any { return result(s.Company().CompanyRecord(ctx)) },
	}
	for id := range int64(6) {
		reads = append(reads, func(ctx context.Context) any { return result(s.Site().Posts().Get(ctx, id)) })
	}
	for _, post := range allPosts(t, s) {
		reads = append(reads, func(ctx context.Context) any {
			found, err := s.Site().Posts().BySlug(ctx, post.Slug)
			images, imageErr := s.Media().ImagesByUpload(ctx, media.UploadsIn(found.ImageURL))
			return []any{found, images, err != nil, imageErr != nil}
		})
	}
	return reads
}

// changeImage saves, deletes or adds an image.
func changeImage(t *testing.T, s Stores, random *rand.Rand, ids []string) {
	t.Helper()
	image := newImage(ids[random.IntN(len(ids))])
	_ = s.Media().Publish(t.Context(), func(tx media.Tx) error {
		if random.IntN(3) == 0 {
			return tx.DeleteImage(t.Context(), image.ID)
		}
		_, missing := tx.Image(t.Context(), image.ID)
		image.Alt = fmt.Sprint(random.IntN(1000))
		if err := tx.PutImage(t.Context(), image); err != nil || missing == nil {
			return err
		}
		return tx.PutImageAlias(t.Context(), media.Alias{UploadID: image.ID, ImageID: image.ID})
	})
}

// changeFacts saves the company, the hours of a day, a special day or a social link,
// or changes the order of the social links.
func changeFacts(t *testing.T, s Stores, random *rand.Rand) {
	t.Helper()
	ctx, name := t.Context(), fmt.Sprint(random.IntN(1000))
	links := testkit.Must(s.Site().SocialLinks(ctx))(t)
	if random.IntN(5) == 0 {
		facts := company.Record{Document: company.Sample()}
		facts.Name = name
		putCompany(t, s, facts)
		return
	}
	publish(t, s.Site(), func(tx site.Tx) (err error) {
		switch random.IntN(4) {
		case 0:
			err = putDayHours(tx, ctx, site.DayHours{Day: "monday", OpenTime: name})
		case 1:
			days, _ := tx.SpecialDays().List(ctx)
			_, err = putSpecialDay(tx, ctx, newSpecialDay(noon.AddDate(0, 0, len(days)).Format(time.DateOnly)))
		case 2:
			_, err = putSocialLink(tx, ctx, newSocialLink(name))
		default:
			var ids []int64
			for _, link := range links {
				ids = append(ids, link.ID)
			}
			slices.Reverse(ids)
			err = tx.SocialLinks().Order(ctx, ids)
		}
		return err
	})
}
