import { CircleUserRound } from "lucide-react";
import { lazy } from "react";
import type { User } from "@/api/admin/auth";
import { LazyPanel } from "@/ui/admin/panel-sheet";
import { Tooltip } from "@/ui/admin/tooltip";
import { usePanel } from "@/ui/admin/use-panel";
import { Button } from "@/ui/button";

const AccountSheet = lazy(async () => ({
  default: (await import("./account-sheet")).AccountSheet,
}));

/** Opens the own account. It shows the person's name where there is room. */
export function AccountButton({ user }: { user: User }) {
  const { open } = usePanel();
  return (
    <>
      <Tooltip text="Account" onlyNarrow>
        <Button
          variant="ghost"
          size="small"
          className="max-sm:px-3"
          onClick={() => open("account")}
        >
          <CircleUserRound aria-hidden className="size-5" />
          <span className="sr-only">Account: </span>
          <span className="max-w-40 truncate max-sm:sr-only">{user.fullName || user.username}</span>
        </Button>
      </Tooltip>
      <LazyPanel name="account" title="Account">
        <AccountSheet />
      </LazyPanel>
    </>
  );
}
