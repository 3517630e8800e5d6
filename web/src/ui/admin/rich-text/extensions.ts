import { Extension, type Extensions, Node } from "@tiptap/core";
import { StarterKit } from "@tiptap/starter-kit";
import { Table, TableCell, TableHeader, TableRow } from "./table";

/** Attributes that every element may have. The server removes all others. */
const KeptAttributes = Extension.create({
  name: "keptAttributes",
  addGlobalAttributes() {
    const kept = (name: string) => ({
      default: null,
      parseHTML: (element: HTMLElement) => element.getAttribute(name),
    });
    const attributes = Object.fromEntries(
      ["class", "title", "lang", "dir"].map((name) => [name, kept(name)]),
    );
    return [
      {
        types: [
          "paragraph",
          "heading",
          "bulletList",
          "orderedList",
          "listItem",
          "blockquote",
          "image",
          "table",
          "tableRow",
          "tableCell",
          "tableHeader",
          "link",
          "bold",
          "italic",
        ],
        attributes,
      },
    ];
  },
});

const Image = Node.create({
  name: "image",
  inline: true,
  group: "inline",
  draggable: true,
  addAttributes() {
    const names = ["src", "alt", "width", "height", "loading", "decoding"];
    return Object.fromEntries(names.map((name) => [name, { default: null }]));
  },
  parseHTML: () => [{ tag: "img[src]" }],
  renderHTML: ({ HTMLAttributes }) => ["img", HTMLAttributes],
});

/** What the visual editor knows. */
export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3, 4, 5, 6] },
    link: {
      openOnClick: false,
      HTMLAttributes: { target: null, rel: null, class: null },
    },
    // Both would add what nobody typed.
    trailingNode: false,
    codeBlock: false,
  }),
  Image,
  Table,
  TableRow,
  TableCell,
  TableHeader,
  KeptAttributes,
];
