import { LazyPanel, lazySheet } from "@/ui/admin/panel-sheet";

const AccountSheet = lazySheet(
  "Account",
  async () => (await import("./account-sheet")).AccountSheet,
);

/** The own account, as the panel "account". */
export function AccountPanel() {
  return (
    <LazyPanel name="account">
      <AccountSheet />
    </LazyPanel>
  );
}
