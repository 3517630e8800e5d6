/** Escapes text for HTML, including attribute values. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, numericEntity);
}

/** One character as a numeric entity. */
export function numericEntity(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
