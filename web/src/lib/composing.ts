import type { KeyboardEvent } from "react";

/**
 * Whether a key belongs to an input method, for example the Enter that picks a Japanese word. Safari
 * ends the composition before it sends that key, and marks the key with the code 229 instead.
 */
export function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
