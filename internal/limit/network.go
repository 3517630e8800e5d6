package limit

import "net/netip"

// Network returns what counts as one client: an IPv4 address, or the 64-bit
// prefix that an IPv6 subscriber is given as a whole. All invalid addresses
// count as one client.
func Network(ip netip.Addr) netip.Prefix { return Networks(ip)[0] }

// Networks returns the networks that a client is counted by, the smallest first.
// An IPv6 customer of a provider may be given many 64-bit prefixes at once, so
// the 56-bit and 48-bit prefixes are counted too.
func Networks(ip netip.Addr) []netip.Prefix {
	ip = ip.Unmap().WithZone("")
	sizes := []int{32}
	switch {
	case !ip.IsValid():
		ip = netip.IPv4Unspecified()
	case ip.Is6():
		sizes = []int{64, 56, 48}
	}
	networks := make([]netip.Prefix, len(sizes))
	for i, bits := range sizes {
		networks[i] = netip.PrefixFrom(ip, bits).Masked()
	}
	return networks
}

// NetworkKeys returns a key for each network of a client. The smallest has the
// given rate; each larger one, which more people share, allows twice as much.
func NetworkKeys(purpose string, ip netip.Addr, rate Rate) []Key {
	networks := Networks(ip)
	keys := make([]Key, len(networks))
	for i, network := range networks {
		keys[i] = Key{Name: purpose + " " + network.String(), Rate: rate}
		rate = Rate{Burst: 2 * rate.Burst, Every: rate.Every / 2}
	}
	return keys
}
