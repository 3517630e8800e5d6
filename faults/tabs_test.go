package main

import "testing"

func TestReadTabs(t *testing.T) {
	r := &result{}
	if err := readTabs(r, "Running 1 test\nlost 3 of 900 characters in 50 killed tabs\n1 passed", 50); err != nil {
		t.Fatal(err)
	}
	if r.exceeded || len(r.lines) != 3 {
		t.Errorf("got %q, exceeded: %t", r.lines, r.exceeded)
	}
	if err := readTabs(r, "lost 0 of 4 characters in 2 killed tabs", 50); err != nil || !r.exceeded {
		t.Errorf("a trial of two tabs passed for one of fifty: %v", err)
	}
	if err := readTabs(r, "1 passed", 50); err == nil {
		t.Error("a trial without counts was accepted")
	}
}
