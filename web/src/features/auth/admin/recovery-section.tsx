import { useState } from "react";
import { useMakeRecoveryCodes } from "@/api/admin/account";
import { errorText } from "@/api/admin/client";
import type { Schema } from "@/api/client";
import { AlertDialog } from "@/ui/admin/alert-dialog";
import { Badge } from "@/ui/admin/badge";
import { toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";
import { AccountSection } from "./account-section";
import { RecoveryCodesDialog } from "./recovery-codes-dialog";

export function RecoverySection({ left }: { left: number }) {
  const [asking, setAsking] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const make = useMakeRecoveryCodes();
  const replace = () =>
    make.mutate(undefined, {
      onSuccess: ({ data }) => setCodes((data as Schema<"RecoveryCodes">).codes),
      onError: (error) => toastError("Not created", errorText(error, error.message)),
      onSettled: () => setAsking(false),
    });
  return (
    <AccountSection
      title="Recovery codes"
      status={<Badge variant={left > 2 ? "success" : "neutral"}>{left} left</Badge>}
      description="If you lose your phone or forget your password, a code lets you in once. Keep them where others cannot see them."
    >
      <Button
        variant="outline"
        size="small"
        className="justify-self-start"
        disabled={make.isPending}
        onClick={() => (left > 0 ? setAsking(true) : replace())}
      >
        {left > 0 ? "Replace Recovery Codes" : "Create Recovery Codes"}
      </Button>
      {asking && (
        <AlertDialog
          title="Replace the recovery codes?"
          confirmLabel="Replace Codes"
          pending={make.isPending}
          onCancel={() => setAsking(false)}
          onConfirm={replace}
        >
          The codes that you have do not work any more after that.
        </AlertDialog>
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </AccountSection>
  );
}
