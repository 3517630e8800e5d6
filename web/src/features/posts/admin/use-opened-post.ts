import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "wouter";
import { errorText } from "@/api/admin/client";
import { postByIdQuery } from "@/api/admin/posts";
import type { Post } from "@/api/posts";
import { useShownSearch } from "@/ui/admin/place";
import { toastError } from "@/ui/admin/toasts";

/** A post that is not created yet, from nothing or from a working copy. */
type NewPost = "new" | { copyId: string };

interface OpenedPost {
  editing: Post | NewPost | null;
  open: (post: Post | NewPost) => void;
  close: () => void;
}

/**
 * The post that is being edited. A saved one is named by the URL, as in /admin?tab=posts&post=7, so
 * that Back, reload and shared links work.
 */
export function useOpenedPost(): OpenedPost {
  const client = useQueryClient();
  const search = useShownSearch();
  const [path, navigate] = useLocation();
  const [editing, setEditing] = useState<Post | NewPost | null>(null);
  const id = new URLSearchParams(search).get("post");

  function urlOf(post: string | null): string {
    const parameters = new URLSearchParams(search);
    if (post === null) parameters.delete("post");
    else parameters.set("post", post);
    return `${path}?${parameters}`;
  }
  const leaveUrl = () => {
    if (id === null) return;
    if (history.state?.openedHere) history.back();
    else navigate(urlOf(null), { replace: true, state: history.state });
  };

  const load = useEffectEvent(async (wanted: string, isCurrent: () => boolean) => {
    try {
      const post = await client.fetchQuery({ ...postByIdQuery(wanted), staleTime: 0 });
      if (!isCurrent()) return;
      if (post) {
        setEditing((current) => current ?? post);
        return;
      }
      toastError("Error", "This blog post no longer exists");
    } catch (error) {
      if (!isCurrent()) return;
      toastError("Error", errorText(error, "Failed to load blog post"));
    }
    leaveUrl();
  });
  useEffect(() => {
    if (id === null) return;
    let current = true;
    void load(id, () => current);
    return () => {
      current = false;
      setEditing((open) => (open && isNew(open) ? open : null));
    };
  }, [id]);

  return {
    editing,
    open: (post) => {
      if (isNew(post)) setEditing(post);
      // Leaving the editor goes back to the list, which is the entry before.
      else navigate(urlOf(String(post.id)), { state: { openedHere: true } });
    },
    close: () => {
      // The form must be gone before the URL changes: it would be asked about what is unsaved in it.
      flushSync(() => setEditing(null));
      leaveUrl();
    },
  };
}

export function isNew(post: Post | NewPost): post is NewPost {
  return post === "new" || "copyId" in post;
}
