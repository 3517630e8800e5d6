import { type ClipboardEvent, type ComponentProps, type DragEvent, useRef, useState } from "react";
import { errorText } from "@/api/admin/client";
import { uploadFile } from "@/api/admin/upload";
import { cn } from "@/ui/admin/class-names";
import { useImagePicker, usePicked } from "@/ui/admin/image-picker";
import { toastError } from "@/ui/admin/toasts";
import { Textarea } from "@/ui/textarea";
import { applyEdit } from "./apply-edit";
import { editOfKey, FormatToolbar } from "./format-toolbar";
import { pastedText } from "./pasted-text";
import { insertPicture } from "./text-edit";

const maxBytes = 5_242_880;

/** The text of a post with a toolbar. Pictures that are pasted or dropped are uploaded. */
export function ContentEditor({ ref, className, ...props }: ComponentProps<"textarea">) {
  const box = useRef<HTMLTextAreaElement>(null);
  const picker = useImagePicker();
  const [sending, setSending] = useState<string[]>([]);
  const [dropping, setDropping] = useState(false);

  const insert = (url: string, name: string) => {
    if (box.current) applyEdit(box.current, (selection) => insertPicture(selection, url, name));
  };
  const insertPicked = usePicked((url) => insert(url, ""));
  const upload = async (file: File) => {
    if (file.size > maxBytes) {
      // Its dialog offers to shrink the picture.
      picker.upload(insertPicked, [file]);
      return;
    }
    setSending((names) => [...names, file.name]);
    try {
      insert(await uploadFile(file), file.name);
    } catch (error) {
      toastError("Error", errorText(error, `${file.name} could not be uploaded`));
    } finally {
      setSending((names) => names.toSpliced(names.indexOf(file.name), 1));
    }
  };
  const uploadAll = async (files: File[]) => {
    // One after the other, so that they are inserted in their order.
    for (const file of files) await upload(file);
  };

  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { clipboardData } = event;
    const text = pastedText(clipboardData.getData("text/html"));
    const pictures = imagesOf(clipboardData.files);
    if (text !== "") {
      // What has no formatting is left to the browser.
      if (text === clipboardData.getData("text/plain").trim()) return;
      event.preventDefault();
      applyEdit(event.currentTarget, ({ start, end }) => {
        const after = start + text.length;
        return { from: start, to: end, insert: text, start: after, end: after };
      });
    } else if (pictures.length > 0) {
      event.preventDefault();
      void uploadAll(pictures);
    }
  };
  const onDragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setDropping(true);
  };
  const onDrop = (event: DragEvent) => {
    setDropping(false);
    if (event.dataTransfer.files.length === 0) return;
    // Otherwise the browser would leave the page to open the file.
    event.preventDefault();
    const pictures = imagesOf(event.dataTransfer.files);
    if (pictures.length === 0) toastError("Error", "Only pictures can be dropped here.");
    void uploadAll(pictures);
  };

  return (
    <>
      <FormatToolbar
        onEdit={(edit) => box.current && applyEdit(box.current, edit)}
        onFocusText={() => box.current?.focus()}
        onPicture={(url) => insert(url, "")}
      />
      <Textarea
        {...props}
        ref={(element) => {
          box.current = element;
          if (typeof ref === "function") ref(element);
        }}
        className={cn("rounded-t-none", dropping && "border-primary bg-primary-tint", className)}
        onKeyDown={(event) => {
          const edit = editOfKey(event);
          if (!edit) return;
          event.preventDefault();
          applyEdit(event.currentTarget, edit);
        }}
        onPaste={onPaste}
        onDragOver={onDragOver}
        onDragLeave={() => setDropping(false)}
        onDrop={onDrop}
      />
      <p role="status" className="text-sm text-soft">
        {sending.length > 0 && `Uploading ${sending.join(", ")}...`}
      </p>
    </>
  );
}

function imagesOf(files: FileList): File[] {
  return [...files].filter(({ type }) => type.startsWith("image/"));
}
