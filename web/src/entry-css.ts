import { compile } from "tailwindcss";
import defaults from "tailwindcss/theme.css?raw";
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

/**
 * Compiles the CSS of class names, given as a JSON array. Names that are not utility classes are
 * ignored.
 */
export async function compileClasses(classNamesJson: string): Promise<string> {
  const compiler = await compile(source, {
    loadStylesheet: async (id, base) => {
      const content = stylesheets[id];
      if (content === undefined) throw new Error(`there is no stylesheet ${id}`);
      return { path: id, base, content };
    },
  });
  return compiler.build(JSON.parse(classNamesJson) as string[]);
}
