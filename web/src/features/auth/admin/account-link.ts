import { useSyncExternalStore } from "react";

/** What a link that works once stands for, from the fragment of the login page's URL. */
export interface AccountLink {
  kind: "invitation" | "reset";
  token: string;
}

const pattern = /^#(invitation|reset)=(\w+)$/;

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}

/** The link that the page was opened with, if any. The server never sees it. */
export function useAccountLink(): AccountLink | undefined {
  const hash = useSyncExternalStore(
    subscribe,
    () => location.hash,
    () => "",
  );
  const [, kind, token] = pattern.exec(hash) ?? [];
  return kind && token ? { kind: kind as AccountLink["kind"], token } : undefined;
}
