const sizes = ["0", "1", "2", "3", "4", "5", "6", "8", "10", "12", "16", "20", "24", "32"];
const columns = ["1", "2", "3", "4", "5", "6", "12"];
const colors = [
  "white",
  "black",
  "transparent",
  ...["slate", "stone", "red", "orange", "amber", "yellow", "lime", "green", "emerald", "teal"],
  ...["sky", "blue", "indigo", "violet", "rose"],
].flatMap((color) =>
  ["white", "black", "transparent"].includes(color)
    ? [color]
    : ["50", "100", "200", "300", "400", "500", "600", "700", "800", "900"].map(
        (shade) => `${color}-${shade}`,
      ),
);

const families: [prefixes: string, values: string[]][] = [
  ["p px py pt pr pb pl m mx my mt mr mb ml gap gap-x gap-y space-x space-y", sizes],
  ["mx my m ml mr w h", ["auto"]],
  ["w h", [...sizes, "1/2", "1/3", "2/3", "1/4", "3/4", "full", "fit"]],
  ["max-w", ["sm", "md", "lg", "xl", "2xl", "3xl", "4xl", "5xl", "6xl", "prose", "full"]],
  ["text", ["xs", "sm", "base", "lg", "xl", "2xl", "3xl", "4xl", "5xl", "6xl"]],
  ["text", ["left", "center", "right", "balance", "pretty"]],
  ["font", ["normal", "medium", "semibold", "bold", "extrabold", "sans", "mono"]],
  ["leading", ["none", "tight", "snug", "normal", "relaxed", "loose"]],
  ["tracking", ["tight", "normal", "wide", "wider"]],
  ["grid-cols col-span", columns],
  ["flex", ["1", "auto", "none", "row", "col", "wrap", "row-reverse"]],
  ["items justify self content", ["start", "center", "end", "stretch", "between", "around"]],
  ["rounded", ["none", "sm", "md", "lg", "xl", "2xl", "3xl", "full"]],
  ["border border-t border-r border-b border-l", ["0", "2", "4", "8"]],
  ["border", ["solid", "dashed", "dotted"]],
  ["shadow", ["sm", "md", "lg", "xl", "2xl", "none"]],
  ["opacity", ["0", "25", "50", "60", "75", "80", "90", "100"]],
  ["aspect", ["square", "video", "auto"]],
  ["object", ["cover", "contain", "center", "top", "bottom"]],
  ["overflow", ["hidden", "auto", "visible"]],
  ["list", ["disc", "decimal", "none", "inside"]],
  ["bg text border", colors],
];

const single =
  "section wrap prose band-pine band-clay perimeter flex grid block inline inline-block inline-flex hidden relative absolute sticky static underline no-underline italic not-italic uppercase lowercase capitalize truncate border rounded shadow list-inside container sr-only";

/** Class names that the template editor offers. Every other utility class works too. */
export const templateClasses: string[] = [
  ...single.split(" "),
  ...families.flatMap(([prefixes, values]) =>
    prefixes.split(" ").flatMap((prefix) => values.map((value) => `${prefix}-${value}`)),
  ),
];

/** What may stand before a class, for a screen width or a state. */
export const classVariants = [
  "sm:",
  "md:",
  "lg:",
  "xl:",
  "hover:",
  "focus:",
  "dark:",
  "first:",
  "last:",
];
