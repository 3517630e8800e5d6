import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { html, htmlLanguage } from "@codemirror/lang-html";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { Compartment, EditorState } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightActiveLine,
  keymap,
  lineNumbers,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { useEffect, useEffectEvent, useRef } from "react";
import { templateCompletions } from "./template-completions";

interface TemplateCodeProps {
  /** The accessible name. */
  label: string;
  value: string;
  readOnly: boolean;
  onChange: (value: string) => void;
}

/** A code editor for templates. */
export function TemplateCode({ label, value, readOnly, onChange }: TemplateCodeProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const change = useEffectEvent(onChange);
  const initial = useEffectEvent(() => ({ label, value }));

  useEffect(() => {
    if (!host.current) return;
    // In a shadow tree the editor uses constructed style sheets; in the document it would add style
    // elements, which the content security policy forbids.
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: "open" });
    const start = initial();
    const created = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: start.value,
        extensions: [
          extensions,
          EditorView.contentAttributes.of({ "aria-label": start.label }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) change(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = created;
    return () => {
      view.current = null;
      created.destroy();
    };
  }, []);

  useEffect(() => {
    const { current } = view;
    // Something else changed the text, for example a save or a discarded edit.
    if (current && current.state.doc.toString() !== value) {
      current.dispatch({ changes: { from: 0, to: current.state.doc.length, insert: value } });
    }
  }, [value]);

  useEffect(() => {
    view.current?.dispatch({
      effects: frozen.reconfigure(EditorState.readOnly.of(readOnly)),
    });
  }, [readOnly]);

  return <div ref={host} />;
}

const frozen = new Compartment();

const variableMark = new MatchDecorator({
  regexp: /\{(?:name|shortDescription|fullDescription|features|imageUrl)\}/g,
  decoration: Decoration.mark({ class: "cm-variable" }),
});

const markedVariables = ViewPlugin.fromClass(
  class {
    marks: DecorationSet;
    constructor(view: EditorView) {
      this.marks = variableMark.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.marks = variableMark.updateDeco(update, this.marks);
    }
  },
  { decorations: ({ marks }) => marks },
);

// The variables of the page reach into the shadow tree, so the colors follow the theme.
const theme = EditorView.theme({
  "&": {
    minHeight: "400px",
    border: "2px solid var(--color-edge)",
    borderRadius: "0.75rem",
    overflow: "hidden",
    backgroundColor: "var(--color-paper)",
    color: "var(--color-ink)",
    fontSize: "0.875rem",
  },
  "&.cm-focused": { outline: "3px solid var(--color-primary)", outlineOffset: "2px" },
  ".cm-scroller": {
    minHeight: "400px",
    fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace",
    lineHeight: "1.6",
  },
  ".cm-content": { caretColor: "var(--color-ink)", padding: "0.5rem 0" },
  ".cm-gutters": {
    backgroundColor: "var(--color-sunken)",
    color: "var(--color-soft)",
    borderRight: "1px solid var(--color-line)",
  },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--color-glow) 12%, transparent)" },
  ".cm-variable": {
    borderRadius: "0.25rem",
    backgroundColor: "var(--color-primary-tint)",
    color: "var(--color-primary)",
    fontWeight: "700",
  },
  ".cm-tooltip": {
    border: "1px solid var(--color-line)",
    backgroundColor: "var(--color-surface)",
    color: "var(--color-ink)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": { padding: "0.25rem 0.5rem" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--color-primary-fill)",
    color: "#fff",
  },
});

const colors = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: "var(--color-primary)" },
  { tag: tags.attributeName, color: "var(--color-accent)" },
  { tag: [tags.attributeValue, tags.string], color: "var(--color-soft)" },
  { tag: tags.comment, color: "var(--color-soft)", fontStyle: "italic" },
]);

const extensions = [
  lineNumbers(),
  history(),
  highlightActiveLine(),
  html(),
  htmlLanguage.data.of({ autocomplete: templateCompletions }),
  autocompletion({ icons: false }),
  syntaxHighlighting(colors),
  markedVariables,
  EditorView.lineWrapping,
  // Tab leaves the editor, as it leaves every other field.
  keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
  frozen.of(EditorState.readOnly.of(false)),
  theme,
];
