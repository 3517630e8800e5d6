import { compile } from "tailwindcss";
import defaults from "tailwindcss/theme.css?raw";
import theme from "./styles/theme.css?raw";

const stylesheets: Record<string, string> = { defaults, theme };

// The themes are only referred to: the page's own stylesheet defines them, in light and dark.
const source = `
@layer theme, base, components, utilities;
@reference "defaults";
@reference "theme";
@layer utilities {
  @tailwind utilities;
}
`;

/** Compiles the styles of class names, handed over as a JSON list; what is no class is left out. */
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
