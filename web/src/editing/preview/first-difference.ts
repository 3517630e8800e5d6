import { parseHtml } from "@/lib/admin/parse-html";

/**
 * Where two documents differ first: the position of each element in its parent, from the body down to
 * the innermost element that has all differences up to there. Undefined if they look the same.
 */
export function firstDifference(one: string, other: string): number[] | undefined {
  const [a, b] = [parseHtml(one), parseHtml(other)];
  return a.outerHTML === b.outerHTML ? undefined : pathToDifference(a, b);
}

function pathToDifference(a: Element, b: Element): number[] {
  if (ownText(a) !== ownText(b)) return [];
  const [children, others] = [[...a.children], [...b.children]];
  const index = children.findIndex((child, i) => child.outerHTML !== others[i]?.outerHTML);
  if (index < 0) {
    // The attributes differ, or the other one goes on after the last child.
    return children.length > 0 && others.length > children.length ? [children.length - 1] : [];
  }
  const [child, other] = [children[index], others[index]];
  // Below elements of different kinds there is nothing to compare.
  if (!child || !other || child.tagName !== other.tagName) return [index];
  return [index, ...pathToDifference(child, other)];
}

/** The element at a position that firstDifference has returned, or the last one on the way to it. */
export function elementAt(body: Element, path: readonly number[]): Element {
  let element = body;
  for (const index of path) element = element.children[index] ?? element;
  return element;
}

/** The text of an element without that of the elements in it. */
function ownText(element: Element): string {
  return [...element.childNodes]
    .map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : ""))
    .join("");
}
