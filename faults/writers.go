package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"net/http"
	"sync"
)

// writers save posts and upload pictures and remember what was acknowledged.
type writers struct {
	refused func(err error) bool // which refusals are right; nil means none
	failed  *counter

	mu           sync.Mutex
	posts        map[string]int // the newest version that was acknowledged
	pictures     []string
	newest       string // the post that was acknowledged last
	acknowledged int
	number       int // of the next writer, so that names are never used twice
}

func newWriters(failed *counter) *writers {
	return &writers{failed: failed, posts: map[string]int{}}
}

// mostWrites bounds what one writer does.
const mostWrites = 500

// writePosts creates posts and updates each twice until over ends. What fails
// from then on does not count, because the trial has done it.
func (w *writers) writePosts(ctx, over context.Context, h *site) {
	w.mu.Lock()
	w.number++
	name := w.number
	w.mu.Unlock()
	var p post
	for i := range mostWrites {
		version := i % 3
		if version == 0 || p.id == 0 {
			p, version = post{slug: fmt.Sprintf("post-%d-%d", name, i)}, 0
		}
		err := p.save(ctx, h.office, version)
		if over.Err() != nil {
			return
		}
		if err != nil {
			w.refuse(ctx, err)
			continue
		}
		w.acknowledge(p.slug, version)
	}
}

// refuse counts a write that was refused without a right to be.
func (w *writers) refuse(ctx context.Context, err error) {
	if w.refused == nil || !w.refused(err) {
		w.failed.add("%v", err)
	}
	wait(ctx, visitorPause)
}

// acknowledge notes that the server has acknowledged this version of a post.
func (w *writers) acknowledge(slug string, version int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.acknowledged++
	w.posts[slug], w.newest = version, slug
}

// writePictures uploads small pictures until over ends.
func (w *writers) writePictures(ctx, over context.Context, h *site) {
	for range mostWrites {
		path, err := h.office.Upload(ctx, "image/png", smallPicture())
		if over.Err() != nil {
			return
		}
		if err != nil {
			w.refuse(ctx, err)
			continue
		}
		w.mu.Lock()
		w.acknowledged++
		w.pictures = append(w.pictures, path)
		w.mu.Unlock()
	}
}

func (w *writers) total() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.acknowledged
}

// check counts what was acknowledged and is not there, and the newest post's
// page if it is older than that.
func (w *writers) check(ctx context.Context, h *site, lost, stale *counter) error {
	status, body, err := get(ctx, h.URL+"api/blog-posts")
	if err != nil || status != http.StatusOK {
		return fmt.Errorf("the list of posts answered %d: %w", status, err)
	}
	var list struct {
		Data []struct{ Slug, Content string }
	}
	if err := json.Unmarshal(body, &list); err != nil {
		return err
	}
	stored := map[string]int{}
	for _, p := range list.Data {
		stored[p.Slug] = versionIn(p.Content)
	}
	for slug, version := range w.posts {
		if got, there := stored[slug]; !there {
			lost.add("%s is not there", slug)
		} else if got < version {
			lost.add("%s has version %d, %d was acknowledged", slug, got, version)
		}
	}
	for _, picture := range w.pictures {
		if status, _, err := get(ctx, h.URL+picture); err != nil || status != http.StatusOK {
			lost.add("%s answers %d (%v)", picture, status, err)
		}
	}
	if w.newest != "" {
		(&post{slug: w.newest}).checkPage(ctx, h.URL, w.posts[w.newest], lost, stale)
	}
	return nil
}

// smallPicture makes a PNG that no other has the bytes of.
func smallPicture() []byte {
	picture := image.NewRGBA(image.Rect(0, 0, 6, 6))
	for i := range picture.Pix {
		picture.Pix[i] = uint8(rand.UintN(256)) | 0x80
	}
	var out bytes.Buffer
	_ = png.Encode(&out, picture) // a bytes.Buffer takes everything
	return out.Bytes()
}
