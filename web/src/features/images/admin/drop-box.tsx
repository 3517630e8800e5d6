import { type DragEvent, type ReactNode, useState } from "react";
import { cn } from "@/ui/admin/class-names";

interface DropBoxProps {
  onFiles: (files: File[]) => void;
  children: ReactNode;
}

/** A dashed box that files can be dropped on. */
export function DropBox({ onFiles, children }: DropBoxProps) {
  const [over, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    // Otherwise the browser would open the file in place of the page.
    event.preventDefault();
    setOver(true);
  };
  const onDragLeave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same for the keyboard
    <div
      className={cn(
        "flex flex-col items-center gap-3 rounded-xl border-2 border-edge border-dashed bg-paper p-6 text-center",
        over && "border-primary bg-primary-tint",
      )}
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={onDrop}
    >
      {children}
    </div>
  );
}
