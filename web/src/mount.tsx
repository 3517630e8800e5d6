import type { ComponentType } from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { readPageData } from "@/lib/page-data";
import { createQueryClient } from "@/lib/query-client";
import type { FrameProps } from "./frame";

/** Brings the document to life: takes over what the server rendered, or renders into the shell. */
export function mount(App: ComponentType<FrameProps>): Root {
  const root = document.getElementById("root");
  if (!root) throw new Error("the document has no root element");
  const page = readPageData();
  const app = <App page={page} queryClient={createQueryClient(page.queries)} />;
  if (root.hasChildNodes()) return hydrateRoot(root, app);
  // The shell's title would stand in front of the ones that the screens set.
  document.querySelector("title")?.remove();
  const empty = createRoot(root);
  empty.render(app);
  return empty;
}
