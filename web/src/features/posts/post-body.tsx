import { type Block, parseBody } from "@/domain/post-body";
import { InlineText } from "./inline-text";

/** An article's text, for the public page and for the preview alike. */
export function PostBody({ content }: { content: string }) {
  return (
    <div className="prose">
      {parseBody(content).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is fixed; a block has no other identity
        <BlockElement key={index} block={block} />
      ))}
    </div>
  );
}

function BlockElement({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading":
      return (
        <h2>
          <InlineText text={block.text} />
        </h2>
      );
    case "paragraph":
      return (
        <p>
          <InlineText text={block.text} />
        </p>
      );
    case "plain":
      return <p className="whitespace-pre-line">{block.text}</p>;
    case "list":
      return (
        <div>
          {block.lead && (
            <p className="mb-2">
              <InlineText text={block.lead} />
            </p>
          )}
          <ul>
            {block.items.map((item, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two items may read the same
              <li key={index}>
                <InlineText text={item} />
              </li>
            ))}
          </ul>
        </div>
      );
    case "table":
      return <Table head={block.head} rows={block.rows} />;
  }
}

function Table({ head, rows }: { head: string[]; rows: string[][] }) {
  return (
    // A wide table scrolls by itself, and so must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      aria-label={`Table: ${head.filter((cell) => cell !== "").join(", ")}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise it could not be scrolled by keyboard
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table>
        <thead>
          <tr>
            {head.map((cell, index) =>
              cell === "" ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other identity
                <td key={index} />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other identity
                <th key={index} scope="col">
                  <InlineText text={cell} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other identity
            <tr key={index}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other identity
                <td key={column}>
                  <InlineText text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
