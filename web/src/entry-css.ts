import { compile } from "tailwindcss";
import defaults from "tailwindcss/theme.css?raw";
import { isFixedColor } from "./domain/own-colors";
import theme from "./styles/theme.css?raw";

const stylesheets: Record<string, string> = { defaults, theme };

// The themes are references only: the page's own stylesheet defines their variables, for light and
// dark.
const source = `
@layer theme, base, components, utilities;
@reference "defaults";
@reference "theme";
@layer utilities {
  @tailwind utilities;
}
`;

// The light theme is the first block of the file; the dark theme sets the same names again.
const lightColors = theme.slice(0, theme.indexOf("\n}")).match(/--color-[\w-]+: [^;]+;/g) ?? [];

/** Shows a part of a dark page in the light theme. */
const lightTheme = `
@layer components {
  [data-theme="dark"] .light-theme {
    color-scheme: light;
    ${lightColors.join(" ")}
    padding: clamp(1rem, 4vw, 2rem);
    border-radius: 1.5rem;
    background-color: var(--color-paper);
    color: var(--color-ink);
  }
}
`;

/**
 * Compiles the CSS of class names, given as a JSON array. Names that are not utility classes are
 * ignored.
 */
export async function compileClasses(classNamesJson: string): Promise<string> {
  const classNames = JSON.parse(classNamesJson) as string[];
  const compiler = await compile(classNames.some(isFixedColor) ? source + lightTheme : source, {
    loadStylesheet: async (id, base) => {
      const content = stylesheets[id];
      if (content === undefined) throw new Error(`there is no stylesheet ${id}`);
      return { path: id, base, content };
    },
  });
  return compiler.build(classNames);
}
