package imaging

// maxProfile is the size up to which a colour profile is carried over into
// copies. Those of cameras and screens have a few hundred bytes to some
// kilobytes; large ones are for printing.
const maxProfile = 16 << 10

// carried returns the ICC profile if copies need it: they have red, green and
// blue channels, so a profile for other ones would spoil them.
func carried(profile []byte) []byte {
	if len(profile) < 128 || len(profile) > maxProfile || string(profile[16:20]) != "RGB " {
		return nil
	}
	return profile
}
