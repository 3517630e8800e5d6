import { Copy } from "lucide-react";
import { useRef } from "react";
import { FormField } from "@/ui/admin/form-field";
import { IconButton } from "@/ui/admin/icon-button";
import { Input } from "@/ui/admin/input";
import { toast, toastError } from "@/ui/admin/toasts";
import { copyText } from "./clipboard";

/** A read-only image URL with a copy button. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const box = useRef<HTMLInputElement>(null);
  const copy = async () => {
    if (await copyText(value)) {
      toast({ title: "Copied", description: "Image URL copied to clipboard" });
      return;
    }
    box.current?.select();
    toastError("Not copied", "The browser did not allow it. The address is selected instead.");
  };
  return (
    <FormField label={label}>
      {(props) => (
        <span className="flex items-center gap-2">
          <Input {...props} ref={box} readOnly value={value} />
          <IconButton label={`Copy ${label}`} icon={<Copy />} onClick={copy} />
        </span>
      )}
    </FormField>
  );
}
