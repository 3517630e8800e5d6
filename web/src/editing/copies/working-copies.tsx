import { useQueryClient } from "@tanstack/react-query";
import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { useLocation } from "wouter";
import { type WorkingCopyInfo, workingCopyKeys } from "@/api/admin/working-copies";
import { isCopyOf } from "./copy-merge";
import { type CopyStore, WorkingCopyStore } from "./copy-store";

/** A working copy, and where its form was open. */
export interface CopyPlace {
  kind: string;
  id: string;
  /** The query of the URL. */
  search: string;
}

export interface Copies {
  store: CopyStore;
  /** The copy that somebody wants to continue with, until its form has found it. */
  wanted: CopyPlace | undefined;
  /** Goes where the form of a copy is opened, and lets it continue. */
  resume: (copy: CopyPlace) => void;
  /** The ID of the wanted copy if it belongs to the record; from then on none is wanted. */
  claim: (kind: string, id: string) => string | undefined;
  /** Forms that are closed from now on say nothing: somebody who has signed out could not answer. */
  silence: () => void;
  isSilent: () => boolean;
}

/** Without it, nothing is kept. */
export const CopiesContext = createContext<Copies | null>(null);

/** Shares a store of copies with the forms inside. */
export function CopiesProvider({ store, children }: { store: CopyStore; children: ReactNode }) {
  const [wanted, setWanted] = useState<CopyPlace>();
  const [path, navigate] = useLocation();
  const silent = useRef(false);
  const copies = useMemo<Copies>(
    () => ({
      store,
      wanted,
      resume: (copy) => {
        setWanted(copy);
        if (copy.search !== location.search) navigate(`${path}${copy.search}`);
      },
      claim: (kind, id) => {
        if (wanted?.kind !== kind || !isCopyOf(wanted.id, id)) return undefined;
        setWanted(undefined);
        return wanted.id;
      },
      silence: () => {
        silent.current = true;
      },
      isSilent: () => silent.current,
    }),
    [store, wanted, path, navigate],
  );
  return <CopiesContext value={copies}>{children}</CopiesContext>;
}

/** Opens the form of a copy that somebody wants to continue with, by the ID of its record. */
export function useWantedCopy(kind: string, open: (recordId: string) => void): void {
  const wanted = use(CopiesContext)?.wanted;
  const onWanted = useEffectEvent(open);
  useEffect(() => {
    if (wanted?.kind === kind) onWanted(wanted.id.replace(/~.*/, ""));
  }, [wanted, kind]);
}

interface WorkingCopiesProps {
  username: string;
  children: ReactNode;
}

/** Lets the forms inside keep what is typed. */
export function WorkingCopies({ username, children }: WorkingCopiesProps) {
  const client = useQueryClient();
  const store = useMemo(
    () =>
      new WorkingCopyStore(username, (kind, id, info) =>
        // Nobody asks the server for what this browser has just told it.
        client.setQueryData<WorkingCopyInfo[]>(workingCopyKeys.list(kind), (list) => {
          if (!list) return undefined;
          const others = list.filter((copy) => copy.id !== id);
          const deleted = list.find((copy) => copy.id === id)?.deleted;
          return info ? [{ ...info, ...(deleted && { deleted }) }, ...others] : others;
        }),
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
  return <CopiesProvider store={store}>{children}</CopiesProvider>;
}
