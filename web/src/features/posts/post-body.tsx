import { type Block, parseBody } from "@/domain/post-body";
import { InlineText, type PostImage, PostImagesContext } from "./inline-text";

interface PostBodyProps {
  content: string;
  images?: PostImage[];
}

/** A post's formatted text, for the public page and the preview. */
export function PostBody({ content, images }: PostBodyProps) {
  return (
    <PostImagesContext value={images}>
      <div className="prose">
        {parseBody(content).map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are never reordered and have no id
          <BlockElement key={index} block={block} />
        ))}
      </div>
    </PostImagesContext>
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
    case "subheading":
      return (
        <h3 className="text-[1.2em]">
          <InlineText text={block.text} />
        </h3>
      );
    case "quote":
      return (
        <blockquote className="whitespace-pre-line">
          <InlineText text={block.text} />
        </blockquote>
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
              // biome-ignore lint/suspicious/noArrayIndexKey: two items can have the same text
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
    // The scrollable wrapper of a wide table must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div
      role="group"
      aria-label={`Table: ${head.filter((cell) => cell !== "").join(", ")}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: otherwise it cannot be scrolled by keyboard
      tabIndex={0}
      className="overflow-x-auto"
    >
      <table>
        <thead>
          <tr>
            {head.map((cell, index) =>
              cell === "" ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column has no id
                <td key={index} />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column has no id
                <th key={index} scope="col">
                  <InlineText text={cell} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id
            <tr key={index}>
              {row.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column has no id
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
