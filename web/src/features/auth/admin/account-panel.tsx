import { lazy } from "react";
import { LazyPanel } from "@/ui/admin/panel-sheet";

const AccountSheet = lazy(async () => ({
  default: (await import("./account-sheet")).AccountSheet,
}));

/** The own account, as the panel "account". */
export function AccountPanel() {
  return (
    <LazyPanel name="account" title="Account">
      <AccountSheet />
    </LazyPanel>
  );
}
