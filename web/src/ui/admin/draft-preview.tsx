import { type ComponentType, createContext, use } from "react";

export interface DraftPreviewProps {
  /** The unsaved edit under the name of its kind of record, as the server takes it. */
  draft: Record<string, object>;
  /** Whether it differs from what is stored. */
  dirty: boolean;
}

/** Renders the preview of an unsaved edit. The dashboard provides it, because it calls the server. */
export const DraftPreviewContext = createContext<ComponentType<DraftPreviewProps> | null>(null);

/** Offers to see the pages that an unsaved edit would change. */
export function DraftPreview(props: DraftPreviewProps) {
  const Preview = use(DraftPreviewContext);
  return Preview && <Preview {...props} />;
}
