import { type Editor, type JSONContent, Node } from "@tiptap/core";
import { type Command, TextSelection } from "@tiptap/pm/state";
import { goToNextCell, tableEditing } from "@tiptap/pm/tables";

const roles: Record<string, string> = {
  table: "table",
  tableRow: "row",
  tableCell: "cell",
  tableHeader: "header_cell",
};

const plain = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { default: null }]));

const span = (name: "colspan" | "rowspan") => ({
  default: 1,
  parseHTML: (element: HTMLElement) => Number(element.getAttribute(name) ?? 1),
  renderHTML: (attributes: Record<string, unknown>) =>
    attributes[name] === 1 ? {} : { [name]: attributes[name] },
});

const cellAttributes = () => ({
  colspan: span("colspan"),
  rowspan: span("rowspan"),
  // The table commands write it; we have no columns of a fixed width.
  colwidth: { default: null, rendered: false },
  ...plain("width", "height"),
});

export const Table = Node.create({
  name: "table",
  content: "tableRow+",
  group: "block",
  isolating: true,
  addAttributes: () => plain("width", "height"),
  parseHTML: () => [{ tag: "table" }],
  renderHTML: ({ HTMLAttributes }) => ["table", HTMLAttributes, ["tbody", 0]],
  // The table commands find nodes by their role. Tiptap calls this for every node.
  extendNodeSchema: ({ name }) => (roles[name] ? { tableRole: roles[name] } : {}),
  addKeyboardShortcuts() {
    // At the last cell, Tab leaves the text, as everywhere else.
    const go = (direction: 1 | -1) => () => runInTable(this.editor, goToNextCell(direction));
    return { Tab: go(1), "Shift-Tab": go(-1) };
  },
  addProseMirrorPlugins: () => [tableEditing()],
});

export const TableRow = Node.create({
  name: "tableRow",
  content: "(tableCell | tableHeader)*",
  addAttributes: () => ({
    // Rows know which part of the table they belong to; groupRows writes the parts.
    section: {
      default: "tbody",
      parseHTML: ({ parentElement }: HTMLElement) => parentElement?.tagName.toLowerCase(),
      renderHTML: ({ section }: Record<string, unknown>) =>
        section === "tbody" ? {} : { "data-section": section },
    },
  }),
  parseHTML: () => [{ tag: "tr" }],
  renderHTML: ({ HTMLAttributes }) => ["tr", HTMLAttributes, 0],
});

export const TableCell = Node.create({
  name: "tableCell",
  content: "block+",
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: "td" }],
  renderHTML: ({ HTMLAttributes }) => ["td", HTMLAttributes, 0],
});

export const TableHeader = Node.create({
  name: "tableHeader",
  content: "block+",
  isolating: true,
  addAttributes: () => ({ ...cellAttributes(), ...plain("scope") }),
  parseHTML: () => [{ tag: "th" }],
  renderHTML: ({ HTMLAttributes }) => ["th", HTMLAttributes, 0],
});

/** Puts the rows of tables that the editor wrote into the parts that they belong to. */
export function groupRows(body: Element): void {
  for (const rows of body.querySelectorAll("table > tbody")) {
    for (const part of ["thead", "tfoot"] as const) {
      const own = [...rows.children].filter((row) => row.getAttribute("data-section") === part);
      if (own.length === 0) continue;
      for (const row of own) row.removeAttribute("data-section");
      const section = rows.ownerDocument.createElement(part);
      section.append(...own);
      if (part === "thead") rows.before(section);
      else rows.after(section);
    }
    if (rows.children.length === 0) rows.remove();
  }
}

/** Runs a command of the table package. It returns false where there is no table. */
export function runInTable(editor: Editor, command: Command): boolean {
  return editor.commands.command(({ state, dispatch }) => command(state, dispatch));
}

const COLUMNS = 3;

/** Inserts a table with a row of headings, and puts the cursor into its first cell. */
export function insertTable(editor: Editor): void {
  const row = (cell: string, section: string): JSONContent => ({
    type: "tableRow",
    attrs: { section },
    content: Array.from({ length: COLUMNS }, () => ({
      type: cell,
      content: [{ type: "paragraph" }],
    })),
  });
  const content = [
    row("tableHeader", "thead"),
    row("tableCell", "tbody"),
    row("tableCell", "tbody"),
  ];
  editor
    .chain()
    .focus()
    .command(({ tr }) => {
      const start = tr.selection.from + 1;
      tr.replaceSelectionWith(editor.schema.nodeFromJSON({ type: "table", content }));
      tr.setSelection(TextSelection.near(tr.doc.resolve(start))).scrollIntoView();
      return true;
    })
    .run();
}
