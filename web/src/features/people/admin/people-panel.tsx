import { lazy } from "react";
import { LazyPanel } from "@/ui/admin/panel-sheet";

const PeopleSheet = lazy(async () => ({
  default: (await import("./people-sheet")).PeopleSheet,
}));

/** The people, as the panel "people". */
export function PeoplePanel({ username }: { username: string }) {
  return (
    <LazyPanel name="people" title="People">
      <PeopleSheet username={username} />
    </LazyPanel>
  );
}
