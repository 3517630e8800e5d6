/**
 * Adds a font that a data: URL contains. A stylesheet would load the same URL only after the first
 * layout: text would be painted late, and lines would break again. A font that is made from bytes is
 * there at once.
 */
export function addFont(family: string, dataUrl: string, descriptors: FontFaceDescriptors): void {
  const binary = atob(dataUrl.slice(dataUrl.indexOf(",") + 1));
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  document.fonts.add(new FontFace(family, bytes, descriptors));
}
