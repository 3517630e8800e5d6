import { renderToString } from "react-dom/server";
import type { PageData } from "@/domain/page-data";
import { createQueryClient } from "@/lib/query-client";
import { AdminApp } from "./admin-app";
import { App } from "./app";

const rootStart = '<div id="root">';

/** Renders page data, given as JSON, to the JSON of its status, head and body. */
export function render(pageJson: string): string {
  const page = JSON.parse(pageJson) as PageData;
  const queryClient = createQueryClient(page.queries);
  let status = 200;
  const setStatus = (code: number) => {
    status = code;
  };
  const Screen = page.path === "/login" ? AdminApp : App;
  const html = renderToString(
    <div id="root">
      <Screen page={page} queryClient={queryClient} setStatus={setStatus} />
    </div>,
  );
  queryClient.clear();
  // React puts title, meta and link elements before the markup.
  const split = html.indexOf(rootStart);
  return JSON.stringify({ status, head: html.slice(0, split), body: html.slice(split) });
}
