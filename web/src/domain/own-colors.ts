// Backgrounds and text in a colour that is the same in both themes: one of Tailwind's palette, or one
// that was written out.
const fixedColor =
  /^(?:.*:)?(?:(?:bg|text|from|via|to)-(?:[a-z]+-(?:50|[1-9]00|950)|\[(?:#|rgb|hsl|hwb|lab|lch|okl|color)[^\]]*\])|(?:bg|from|via|to)-white|text-black)(?:\/.+)?$/;

// A thin veil of colour takes on the background below it.
const tint = /(?:bg|from|via|to)-.+\/(?:\d|[12]\d|30)$/;

/** Whether a class sets a colour that does not follow the theme. */
export function isFixedColor(className: string): boolean {
  return fixedColor.test(className) && !tint.test(className);
}

/**
 * Whether stored markup has to stay in the light theme. Somebody chose its colours on a light page;
 * on a dark one the text would be light on light, or dark on dark. Markup with colours for the dark
 * theme takes care of that itself.
 */
export function needsLightTheme(html: string): boolean {
  const classes = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = ""]) =>
    names.split(/\s+/),
  );
  return classes.some(isFixedColor) && !classes.some((name) => /^(?:.*:)?dark:/.test(name));
}
