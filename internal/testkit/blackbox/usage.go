package blackbox

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// ResidentMB is the memory that the process holds now.
func (p *Process) ResidentMB() (float64, error) { return p.memoryMB("VmRSS:") }

// PrivateMB is the part of ResidentMB that is the process's own. The rest is the
// program file, which the kernel keeps in memory once for all processes and drops
// when it needs the space.
func (p *Process) PrivateMB() (float64, error) { return p.memoryMB("RssAnon:") }

// PeakMB is the most memory that the process has held.
func (p *Process) PeakMB() (float64, error) { return p.memoryMB("VmHWM:") }

// ResetPeak makes PeakMB begin with what the process holds now, and returns that.
func (p *Process) ResetPeak() (float64, error) {
	if err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", p.Command.Process.Pid), []byte("5"), 0); err != nil {
		return 0, err
	}
	return p.PeakMB()
}

func (p *Process) memoryMB(field string) (float64, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Command.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if value, ok := strings.CutPrefix(line, field); ok {
			kib, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 64)
			return kib * 1024 / 1e6, err
		}
	}
	return 0, fmt.Errorf("the kernel does not report %s", field)
}

// ticksPerSecond is what Linux counts CPU time in, on every platform of ours.
const ticksPerSecond = 100

// CPUSeconds is the CPU time that the process has used.
func (p *Process) CPUSeconds() (float64, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.Command.Process.Pid))
	if err != nil {
		return 0, err
	}
	// The program's name comes second, in parentheses, and may hold spaces.
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	const user, system = 11, 12 // counted from the field after the name
	if len(fields) <= system {
		return 0, fmt.Errorf("the kernel reports %q", stat)
	}
	var ticks float64
	for _, i := range []int{user, system} {
		n, err := strconv.ParseFloat(fields[i], 64)
		if err != nil {
			return 0, err
		}
		ticks += n
	}
	return ticks / ticksPerSecond, nil
}
