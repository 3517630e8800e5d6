import { useLocation, useSearch } from "wouter";

/** The sheet that is open over the dashboard, and its section. */
interface Panel {
  name: string;
  section: string | undefined;
}

interface PanelControl {
  panel: Panel | undefined;
  open: (name: string, section?: string) => void;
  close: () => void;
}

function panelFromSearch(search: string): Panel | undefined {
  const parameters = new URLSearchParams(search);
  const name = parameters.get("panel");
  return name ? { name, section: parameters.get("section") ?? undefined } : undefined;
}

/** The open panel, as in /admin?panel=company&section=people. */
export function usePanel(): PanelControl {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const panel = panelFromSearch(search);

  function urlOf(next: Panel | undefined): string {
    const parameters = new URLSearchParams(search);
    parameters.delete("panel");
    parameters.delete("section");
    parameters.delete("page");
    if (next) parameters.set("panel", next.name);
    if (next?.section) parameters.set("section", next.section);
    const query = parameters.toString();
    return query ? `${path}?${query}` : path;
  }

  return {
    panel,
    open: (name, section) =>
      // Going back from any section closes the panel, so only the first one is a new entry.
      navigate(urlOf({ name, section }), {
        replace: panel !== undefined,
        state: panel ? history.state : { openedHere: true },
      }),
    close: () => {
      if (history.state?.openedHere) history.back();
      else navigate(urlOf(undefined), { replace: true, state: history.state });
    },
  };
}
