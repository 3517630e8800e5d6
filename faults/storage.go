package main

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"net/http"
	"time"
)

// s3Fault is what a trial does to the way to S3, and which answers about a
// picture are right meanwhile.
type s3Fault struct {
	begin    func(*proxy)
	pictures []int
	uploads  bool // whether pictures can still be uploaded
}

var upstreamFailed = []int{http.StatusOK, http.StatusBadGateway, http.StatusServiceUnavailable}

func s3Away(ctx context.Context, s *setup, r *result) error {
	return storageTrial(ctx, s, r, s3Fault{begin: (*proxy).refuseAll, pictures: upstreamFailed})
}

func s3Slow(ctx context.Context, s *setup, r *result) error {
	return storageTrial(ctx, s, r, s3Fault{
		begin:    func(network *proxy) { network.slow(2 * time.Second) },
		pictures: []int{http.StatusOK}, uploads: true,
	})
}

func s3Refusing(ctx context.Context, s *setup, r *result) error {
	const body = "<Error><Code>AccessDenied</Code><Message>No</Message></Error>"
	denied := fmt.Appendf(nil, "HTTP/1.1 403 Forbidden\r\nContent-Type: application/xml\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s",
		len(body), body)
	return storageTrial(ctx, s, r, s3Fault{
		begin:    func(network *proxy) { network.replace(denied) },
		pictures: upstreamFailed,
	})
}

// storageTrial breaks the way to S3 under visitors and saves, and then looks for
// every picture.
func storageTrial(ctx context.Context, s *setup, r *result, fault s3Fault) error {
	address, err := s.storage(ctx)
	if err != nil {
		return err
	}
	network, err := newProxy(address)
	if err != nil {
		return err
	}
	defer network.close()
	h, err := s.startSite(ctx, "", storageEnv(network.address())...)
	if err != nil {
		return err
	}
	defer h.Kill()

	failed, lost, stale := count("failed"), count("lost"), count("stale")
	photo, err := h.office.Upload(ctx, "image/jpeg", photograph())
	if err != nil {
		return err
	}
	small, err := h.office.Upload(ctx, "image/png", smallPicture())
	if err != nil {
		return err
	}
	visit(ctx, h.URL, append(ok(photo, small), publicPages...), failed)

	fault.begin(network)
	wishes := append([]wish{{photo, fault.pictures}, {small, fault.pictures}}, publicPages...)
	stop := visitors(ctx, 4, h.URL, failed, always(wishes))
	p := &post{slug: "meanwhile"}
	version := 0
	for until := time.Now().Add(time.Duration(s.of(15, 3)) * time.Second); time.Now().Before(until) && ctx.Err() == nil; {
		version++
		if err := p.save(ctx, h.office, version); err != nil {
			failed.add("%v", err)
		}
		p.checkPage(ctx, h.URL, version, failed, stale)
		if path, err := h.office.Upload(ctx, "image/png", smallPicture()); err == nil {
			visit(ctx, h.URL, ok(path), lost)
		} else if fault.uploads {
			failed.add("%v", err)
		}
		wait(ctx, 200*time.Millisecond)
	}
	asked := stop()

	network.recover()
	again := func() error { _, err := h.office.Upload(ctx, "image/png", smallPicture()); return err }
	if err := eventually(ctx, recoveryLimit, again); err != nil {
		failed.add("uploading does not work again: %v", err)
	}
	visit(ctx, h.URL, ok(photo, small), lost)
	r.atLeast("requests during the fault", asked, 20)
	r.note("acknowledged saves", version)
	r.none(failed)
	r.none(lost)
	r.none(stale)
	return r.peak(h.Process, peakMB)
}

// photograph is large enough that smaller copies of it are made.
func photograph() []byte {
	photo := image.NewRGBA(image.Rect(0, 0, 800, 600))
	for y := range 600 {
		for x := range 800 {
			photo.SetRGBA(x, y, color.RGBA{uint8(x), uint8(y), uint8(x * y / 100), 255})
		}
	}
	var out bytes.Buffer
	_ = jpeg.Encode(&out, photo, nil) // a bytes.Buffer takes everything
	return out.Bytes()
}
