package server

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"time"

	"perimeter/internal/errs"
	"perimeter/internal/site"
)

// The complete list of posts has no largest size, so it is read and sent in batches,
// and neither cached nor built in advance. Our own pages ask for parts of it.
const (
	maxPostLists  = 2 // at a time
	postListWait  = 3 * time.Second
	postListBatch = 20
	postListRetry = 15 * time.Second
)

func postListsBusy() error {
	return &errs.Error{
		Kind: errs.Unavailable, RetryAfter: postListRetry,
		Message: "The complete list is being read by others. Please try again in a moment, or ask for a part with limit.",
	}
}

// isPostList reports whether a query asks for the complete list.
func isPostList(query url.Values) bool {
	return len(query) == 0 || len(query) == 1 && isSummary(query)
}

func isSummary(query url.Values) bool { return query.Get("fields") == "summary" }

// sendPostList sends all posts, newest first, in the memory of one batch.
func (a *api) sendPostList(w http.ResponseWriter, r *http.Request) {
	done, err := a.postLists.Acquire(r.Context())
	if err != nil {
		a.fail(w, r, err)
		return
	}
	defer done()
	// A failure of the first batch can still be reported.
	next := site.PostPageQuery{Limit: postListBatch, Summary: isSummary(r.URL.Query())}
	batch, err := a.site.PostPage(r.Context(), next)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-cache")
	if r.Method == http.MethodHead {
		return
	}
	if err := a.writePosts(r.Context(), w, batch, next); err != nil {
		a.logger.WarnContext(r.Context(), "the list of posts was cut off", "error", err)
		panic(http.ErrAbortHandler) // so that the client does not take a part for the whole
	}
}

// writePosts writes the batch and those after it, which next asks for, as one list in
// an envelope.
func (a *api) writePosts(ctx context.Context, w http.ResponseWriter, batch site.PostPage, next site.PostPageQuery) error {
	var out bytes.Buffer
	if err := encodeJSON(&out, envelope[[]site.Post]{Success: true, Data: []site.Post{}}); err != nil {
		return err
	}
	start, end, _ := bytes.Cut(out.Bytes(), []byte("]"))
	start, end = bytes.Clone(start), bytes.Clone(end)
	out.Reset()
	out.Write(start)
	for first := true; ; first = false {
		for i, post := range batch.Posts {
			if !first || i > 0 {
				out.WriteByte(',')
			}
			if err := encodeJSON(&out, post); err != nil {
				return err
			}
			out.Truncate(out.Len() - 1) // the line break
		}
		if batch.Next == "" {
			out.WriteByte(']')
			out.Write(end)
		}
		if _, err := w.Write(out.Bytes()); err != nil || batch.Next == "" {
			return err
		}
		out.Reset()
		next.After = batch.Next
		var err error
		if batch, err = a.site.PostPage(ctx, next); err != nil {
			return err
		}
	}
}
