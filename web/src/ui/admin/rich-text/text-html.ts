import { escapeHtml } from "@/lib/html";

/**
 * The HTML that the server makes of a text without tags when it is saved: blank lines separate
 * paragraphs, and lines that begin with a mark or a number are lists.
 */
export function htmlOfText(text: string): string {
  const trimmed = text.replaceAll("\r\n", "\n").trim();
  if (/<(?:[/?]?[a-z]|!)/i.test(trimmed) || !trimmed.includes("\n")) return text;
  const blocks: { kind: string; lines: string[] }[] = [];
  let open = false;
  for (const line of trimmed.split("\n").map((typed) => typed.trim())) {
    const last = blocks.at(-1);
    if (line === "") {
      // A list may have blank lines between its items.
      open = open && last?.kind !== "p";
      continue;
    }
    const [kind, content] = kindOf(line);
    if (open && last?.kind === kind) last.lines.push(content);
    else blocks.push({ kind, lines: [content] });
    open = true;
  }
  return blocks.map(blockHtml).join("\n");
}

function kindOf(line: string): [kind: string, content: string] {
  const bullet = /^[-*•–]\s+/.exec(line)?.[0];
  if (bullet) return ["ul", line.slice(bullet.length)];
  const number = /^\d{1,3}[.)]\s+/.exec(line)?.[0];
  return number ? ["ol", line.slice(number.length)] : ["p", line];
}

function blockHtml({ kind, lines }: { kind: string; lines: string[] }): string {
  // Without tags, "&" may already begin an entity; "<" cannot begin a tag.
  const escaped = lines.map((line) => line.replaceAll("<", escapeHtml("<")));
  if (kind === "p") return `<p>${escaped.join("<br>")}</p>`;
  return `<${kind}><li>${escaped.join("</li><li>")}</li></${kind}>`;
}
