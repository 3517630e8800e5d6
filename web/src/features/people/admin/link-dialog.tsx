import { Copy } from "lucide-react";
import { useRef } from "react";
import type { AccountLink } from "@/api/admin/people";
import { useTime } from "@/domain/admin/times";
import { Dialog, DialogBody, DialogFooter } from "@/ui/admin/dialog";
import { TextField } from "@/ui/admin/text-field";
import { toast, toastError } from "@/ui/admin/toasts";
import { Button } from "@/ui/button";

export interface ShownLink {
  title: string;
  link: AccountLink;
}

/** Shows a link that works once, for the only time. */
export function LinkDialog({ title, link, onClose }: ShownLink & { onClose: () => void }) {
  const box = useRef<HTMLInputElement>(null);
  const time = useTime();
  const copy = () =>
    navigator.clipboard.writeText(link.url).then(
      () => toast({ title: "Link copied" }),
      () => {
        box.current?.select();
        toastError("Not copied", "The browser did not allow it. The link is selected instead.");
      },
    );
  return (
    <Dialog
      title={title}
      description={
        link.mailedTo
          ? `The link was sent to ${link.mailedTo}. You can also hand it over yourself.`
          : "Hand it over yourself, such as in a text message."
      }
      onClose={onClose}
    >
      <DialogBody>
        <TextField
          label="Link"
          hint={`It works once, until ${time(link.expiresAt)}, and is not shown again.`}
          ref={box}
          readOnly
          value={link.url}
        />
      </DialogBody>
      <DialogFooter>
        <Button variant="outline" size="small" onClick={onClose}>
          Done
        </Button>
        <Button variant="primary" size="small" onClick={copy}>
          <Copy aria-hidden className="size-4" />
          Copy Link
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
