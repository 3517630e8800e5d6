/**
 * Where two documents differ first: the position of each element in its parent, from the body down to
 * the innermost element that has all differences up to there. Undefined if they look the same.
 */
export function firstDifference(one: string, other: string): number[] | undefined {
  let [a, b]: [Element?, Element?] = [bodyOf(one), bodyOf(other)];
  if (a?.outerHTML === b?.outerHTML) return undefined;
  const path: number[] = [];
  while (a && b) {
    const [children, others] = [[...a.children], [...b.children]] as const;
    const index = children.findIndex((child, i) => child.outerHTML !== others[i]?.outerHTML);
    // The text between the elements differs, or something was added or removed at the end.
    if (index < 0 || ownText(a) !== ownText(b)) return path;
    path.push(index);
    [a, b] = [children[index], others[index]];
    // Below elements of different kinds there is nothing to compare.
    if (a?.tagName !== b?.tagName) return path;
  }
  return path;
}

/** The element at a position that firstDifference has returned, or the last one on the way to it. */
export function elementAt(body: Element, path: readonly number[]): Element {
  let element = body;
  for (const index of path) element = element.children[index] ?? element;
  return element;
}

function bodyOf(html: string): Element {
  return new DOMParser().parseFromString(html, "text/html").body;
}

/** The text of an element without that of the elements in it. */
function ownText(element: Element): string {
  return [...element.childNodes]
    .map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : ""))
    .join("");
}
