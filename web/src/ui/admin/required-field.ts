/** What the browser needs to know of a field without a value of its own. */
export interface Required {
  /** The name of the field in its form. */
  name?: string;
  onInvalid?: () => void;
}
