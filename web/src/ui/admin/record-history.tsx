import { type ComponentType, createContext, use } from "react";

/** A record that has a history. */
export interface HistoryRecord {
  kind: string;
  id: string | number;
}

export interface RecordHistoryProps {
  record: HistoryRecord;
  /** Runs a function once the person agrees to lose what is unsaved in the form. */
  leave: (then: () => void) => void;
  /** Called after a version was restored: what the form shows is outdated. */
  onRestored: () => void;
}

/** The button that opens a record's history. Forms must not know how it is built. */
export const RecordHistoryContext = createContext<ComponentType<RecordHistoryProps> | null>(null);

export function RecordHistory(props: RecordHistoryProps) {
  const Component = use(RecordHistoryContext);
  return Component && <Component {...props} />;
}
