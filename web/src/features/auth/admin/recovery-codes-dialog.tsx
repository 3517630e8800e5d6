import { Copy, Download } from "lucide-react";
import { Dialog, DialogBody, DialogFooter } from "@/ui/admin/dialog";
import { toast, toastError } from "@/ui/admin/toasts";
import { Button, buttonClass } from "@/ui/button";

interface RecoveryCodesDialogProps {
  codes: string[];
  onClose: () => void;
}

/** Shows new recovery codes, for the only time. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = `${codes.join("\n")}\n`;
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast({ title: "Recovery codes copied" }),
      () => toastError("Not copied", "Select the codes and copy them by hand."),
    );
  return (
    <Dialog
      title="Your recovery codes"
      description="Each works once. They are not shown again: keep them now."
      onClose={onClose}
    >
      <DialogBody>
        <ul className="grid gap-1.5 rounded-lg bg-sunken p-3 font-mono text-sm">
          {codes.map((code) => (
            <li key={code} className="break-all">
              {code}
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" size="small" onClick={copy}>
          <Copy aria-hidden className="size-4" />
          Copy
        </Button>
        <a
          href={`data:text/plain,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
          className={buttonClass({ variant: "outline", size: "small" })}
        >
          <Download aria-hidden className="size-4" />
          Download
        </a>
        <Button variant="primary" size="small" onClick={onClose}>
          I Have Kept Them
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
