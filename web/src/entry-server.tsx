import { renderToString } from "react-dom/server";
import type { PageData, PageSubject } from "@/domain/page-data";
import { structuredDataScripts } from "@/domain/structured-data";
import { createDataStore } from "@/lib/data-store";
import { AdminApp } from "./admin-app";
import { allScreens } from "./all-screens";
import { App } from "./app";
import { routeOf } from "./routes";

const rootStart = '<div id="root">';

/**
 * Renders page data, given as JSON, to the JSON of its status, head and body, and of the module that
 * the browser needs besides the entry.
 */
export function render(pageJson: string): string {
  const page = JSON.parse(pageJson) as PageData;
  const store = createDataStore(page.queries);
  let status = 200;
  let scripts = "";
  const server = {
    setStatus: (code: number) => {
      status = code;
    },
    setSubject: (subject: PageSubject) => {
      scripts += structuredDataScripts(page, subject);
    },
  };
  const isLogin = page.path === "/login";
  const html = renderToString(
    <div id="root">
      {isLogin ? (
        <AdminApp page={page} store={store} server={server} />
      ) : (
        <App page={page} store={store} server={server} screens={allScreens} />
      )}
    </div>,
  );
  // React replaces what has thrown inside a Suspense boundary by the fallback and marks it. Nothing
  // else makes this comment: text is escaped, and comments are removed from stored HTML.
  if (html.includes("<!--$!-->")) {
    throw new Error("a part of the page could not be rendered");
  }
  // React puts title, meta and link elements before the markup.
  const split = html.indexOf(rootStart);
  const head = html.slice(0, split) + scripts;
  const module = isLogin ? "" : `src/pages/site/${routeOf(page.path).name}.tsx`;
  return JSON.stringify({ status, head, body: html.slice(split), module });
}
