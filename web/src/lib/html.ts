/** Escapes text so that it can stand in markup, in an attribute as well. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, entity);
}

/** Writes one character as a numeric entity. */
export function entity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
