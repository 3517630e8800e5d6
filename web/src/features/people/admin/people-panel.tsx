import { LazyPanel, lazySheet } from "@/ui/admin/panel-sheet";

const PeopleSheet = lazySheet("People", async () => (await import("./people-sheet")).PeopleSheet);

/** The people, as the panel "people". */
export function PeoplePanel({ username }: { username: string }) {
  return (
    <LazyPanel name="people">
      <PeopleSheet username={username} />
    </LazyPanel>
  );
}
