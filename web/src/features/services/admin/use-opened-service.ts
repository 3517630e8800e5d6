import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { Service } from "@/api/services";

interface OpenedService {
  /** What the dialog is open for; its service is undefined while one is added. */
  editing: { service: Service | undefined } | null;
  open: (service: Service | undefined) => void;
  close: () => void;
}

/**
 * The service that is being edited. A link from its public page names it by its slug, as in
 * /admin?tab=services&service=termite-control.
 */
export function useOpenedService(services: Service[] | undefined): OpenedService {
  const parameters = new URLSearchParams(useSearch());
  const [path, navigate] = useLocation();
  const [chosen, setChosen] = useState<OpenedService["editing"]>(null);
  // Kept while it is edited: its slug may be another one after the save.
  const [linked, setLinked] = useState<Service>();
  const slug = parameters.get("service");
  const named = services?.find((service) => service.slug === slug);
  if (named && linked?.id !== named.id) setLinked(named);
  return {
    editing: chosen ?? (slug !== null && linked ? { service: linked } : null),
    open: (service) => setChosen({ service }),
    close: () => {
      setChosen(null);
      setLinked(undefined);
      if (slug === null) return;
      parameters.delete("service");
      navigate(`${path}?${parameters}`, { replace: true, state: history.state });
    },
  };
}
