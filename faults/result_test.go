package main

import (
	"bytes"
	"image/jpeg"
	"io"
	"testing"
)

func TestAnExceededLimitFailsTheTrial(t *testing.T) {
	one := count("lost")
	one.add("a post")
	tests := map[string]struct {
		check func(*result)
		want  bool
	}{
		"below an upper limit":   {func(r *result) { r.atMost("x", 1, 1) }, false},
		"above an upper limit":   {func(r *result) { r.atMost("x", 2, 1) }, true},
		"enough":                 {func(r *result) { r.atLeast("x", 1, 1) }, false},
		"too little":             {func(r *result) { r.atLeast("x", 0, 1) }, true},
		"nothing lost":           {func(r *result) { r.none(count("lost")) }, false},
		"something lost":         {func(r *result) { r.none(one) }, true},
		"a count without limits": {func(r *result) { r.note("x", 1000) }, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := &result{out: io.Discard}
			test.check(r)
			want := map[bool]verdict{false: pass, true: fail}[test.want]
			if got := r.verdict(nil); got != want {
				t.Errorf("the trial %s, want %s: %v", got, want, r.lines)
			}
		})
	}
}

func TestATrialIsSelectedByThePartsOfItsName(t *testing.T) {
	long := trial{name: "postgres-slow"}
	for _, test := range []struct {
		options options
		want    bool
	}{
		{options{}, true},
		{options{short: true}, false},
		{options{only: "slow"}, true},
		{options{only: "slow", short: true}, false},
		{options{only: "sigterm,postgres-slow", short: true}, true},
		{options{only: "sigterm,postgres"}, true},
		{options{only: "sigterm,disk"}, false},
	} {
		if got := test.options.selected(long); got != test.want {
			t.Errorf("%+v: %v, want %v", test.options, got, test.want)
		}
	}
}

func TestARefusedStartMustNameTheCause(t *testing.T) {
	for text, want := range map[string]bool{
		"There is no space left on the disk. Free some and start again.": true,
		"The disk is full.": true,
		"no space left on device\nSee that this user may write the folder.": false,
		"permission denied": false,
	} {
		if got := speaksOfSpace(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// A bomb that a decoder refuses for its form would prove nothing.
func TestTheProgressiveJPEGIsWellFormed(t *testing.T) {
	file := manyScansJPEG()
	config, err := jpeg.DecodeConfig(bytes.NewReader(file))
	if err != nil || config.Width != 6000 || config.Height != 6000 {
		t.Errorf("%d by %d, %v", config.Width, config.Height, err)
	}
	if scans := bytes.Count(file, []byte{0xff, 0xda}); scans != 201 {
		t.Errorf("%d scans, want 201", scans)
	}
	if len(file) > 100_000 {
		t.Errorf("%d bytes is not small", len(file))
	}
}
