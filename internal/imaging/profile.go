package imaging

// maxProfile is the largest colour profile that variants keep. Profiles of
// cameras and screens have a few hundred bytes to some kilobytes; larger ones
// are for printing.
const maxProfile = 16 << 10

// rgbProfile returns the ICC profile if variants can use it, otherwise nil:
// variants have red, green and blue channels, so a profile for other channels
// would change their colours.
func rgbProfile(profile []byte) []byte {
	if len(profile) < 128 || len(profile) > maxProfile || string(profile[16:20]) != "RGB " {
		return nil
	}
	return profile
}
