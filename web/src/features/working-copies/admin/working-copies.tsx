import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useMemo } from "react";
import { workingCopyKeys } from "@/api/admin/working-copies";
import { CopyStoreContext } from "@/ui/admin/working-copy";
import { WorkingCopyStore } from "./copy-store";

interface WorkingCopiesProps {
  username: string;
  children: ReactNode;
}

/** Lets the forms inside keep what is typed. */
export function WorkingCopies({ username, children }: WorkingCopiesProps) {
  const client = useQueryClient();
  const store = useMemo(
    () =>
      new WorkingCopyStore(
        username,
        () => void client.invalidateQueries({ queryKey: workingCopyKeys.all }),
      ),
    [username, client],
  );
  useEffect(() => {
    const flush = () => store.flush();
    const onHidden = () => document.visibilityState === "hidden" && flush();
    window.addEventListener("pagehide", flush);
    document.addEventListener("visibilitychange", onHidden);
    return () => {
      window.removeEventListener("pagehide", flush);
      document.removeEventListener("visibilitychange", onHidden);
      flush();
    };
  }, [store]);
  return <CopyStoreContext value={store}>{children}</CopyStoreContext>;
}
