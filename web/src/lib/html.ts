/** Escapes text so that it can stand in markup, in an attribute as well. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, numericEntity);
}

/** Writes one character as a numeric entity. */
export function numericEntity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
