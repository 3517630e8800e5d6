import { type ComponentType, type ReactNode, startTransition } from "react";
import { flushSync } from "react-dom";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { readPageData } from "@/domain/page-data";
import { createDataStore } from "@/lib/data-store";
import { hydrationScheduled } from "@/lib/defer-scripts";
import type { AppProps } from "./app-provider";

/** Starts React: hydrates what the server rendered, or renders into an empty root element. */
export function mount(App: ComponentType<AppProps>): Root {
  const element = document.getElementById("root");
  if (!element) throw new Error("the document has no root element");
  const page = readPageData();
  const app = <App page={page} store={createDataStore(page.queries)} />;
  const root = element.hasChildNodes() ? hydrate(element, app) : render(element, app);
  document.dispatchEvent(new Event(hydrationScheduled));
  return root;
}

/** As a transition, so that React yields to scrolling and input between units of work. */
function hydrate(element: HTMLElement, app: ReactNode): Root {
  let root: Root | undefined;
  startTransition(() => {
    root = hydrateRoot(element, app);
  });
  return root as Root;
}

function render(element: HTMLElement, app: ReactNode): Root {
  const root = createRoot(element);
  // The shell's title comes before the one that the screen sets, so the browser would show it for
  // ever. It goes once the other is there: the page is never without a title.
  const shellTitle = document.querySelector("title");
  flushSync(() => root.render(app));
  shellTitle?.remove();
  return root;
}
