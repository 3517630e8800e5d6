import { useState } from "react";
import { useLocation, useSearch } from "wouter";

interface OpenedPost {
  /** The ID of the post that is being edited; "new" for one that is not created yet. */
  editing: string | null;
  open: (id: string) => void;
  close: () => void;
}

/**
 * The post that is being edited. A saved one is named by the URL, as in /admin?tab=posts&post=7, so
 * that Back, reload and shared links work.
 */
export function useOpenedPost(): OpenedPost {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const [isNew, setNew] = useState(false);
  const id = new URLSearchParams(search).get("post");

  function urlOf(post: string | null): string {
    const parameters = new URLSearchParams(search);
    if (post === null) parameters.delete("post");
    else parameters.set("post", post);
    return `${path}?${parameters}`;
  }

  return {
    editing: isNew ? "new" : id,
    open: (post) => {
      if (post === "new") setNew(true);
      // Leaving the editor goes back to the list, which is the entry before.
      else navigate(urlOf(post), { state: { openedHere: true } });
    },
    close: () => {
      setNew(false);
      if (id === null) return;
      if (history.state?.openedHere) history.back();
      else navigate(urlOf(null), { replace: true, state: history.state });
    },
  };
}
