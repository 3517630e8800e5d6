import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { errorText, fieldError, neverSaved, ruleError, storedIn } from "@/api/admin/client";
import { type LibraryImage, useDeleteImage, useSaveImage } from "@/api/admin/images";
import { imageSchema, problemWith } from "@/domain/admin/schemas";
import { usePage } from "@/domain/page-data";
import { AlertDialog } from "@/ui/admin/alert-dialog";
import { FormDialog } from "@/ui/admin/form-dialog";
import { markInvalid, markRefused } from "@/ui/admin/form-errors";
import { FormField } from "@/ui/admin/form-field";
import { Input } from "@/ui/admin/input";
import { toast, toastError } from "@/ui/admin/toasts";
import { useFormConflict } from "@/ui/admin/use-conflict";
import { useFormCopy } from "@/ui/admin/use-form-copy";
import { Button } from "@/ui/button";
import { CopyField } from "./copy-field";
import { formatBytes } from "./format-bytes";

const kinds = {
  content: "Site content",
  service: "Service",
  post: "Blog post",
  company: "Company",
};

const labels = { name: "Name", alt: "Alternative Text" };

function valuesOf({ name, alt, updatedAt = neverSaved }: LibraryImage) {
  return { name, alt, basedOn: updatedAt };
}

interface LibraryImageDialogProps {
  image: LibraryImage;
  onClose: () => void;
}

/** Details of a library image, with ways to edit and delete it. */
export function LibraryImageDialog({ image, onClose }: LibraryImageDialogProps) {
  const save = useSaveImage();
  const [deleting, setDeleting] = useState(false);
  const form = useForm({ defaultValues: valuesOf(image) });
  const { register, handleSubmit, formState } = form;
  const { errors } = formState;
  const copy = useFormCopy(form, {
    kind: "image",
    id: image.id,
    title: image.name,
    labels,
    onConflict: (versions) => conflict.compare(versions),
  });
  const done = () => {
    copy.settle();
    onClose();
  };
  const send = (values: ReturnType<typeof valuesOf>): void => {
    const problem = problemWith(imageSchema, values);
    if (problem) {
      const refused = ruleError(problem);
      markRefused(form, refused);
      toastError("Update failed", refused.text);
      return;
    }
    save.mutate(
      { id: image.id, ...values },
      {
        onSuccess: ({ message }) => {
          toast({ title: "Image updated", description: message });
          done();
        },
        onError: (error) => {
          if (conflict.resolves(storedIn<LibraryImage>(error))) return;
          markRefused(form, fieldError(error));
          toastError("Update failed", errorText(error, "The image could not be updated."));
        },
      },
    );
  };
  const conflict = useFormConflict(form, { labels, valuesOf, save: send });
  return (
    <FormDialog
      title="Library Image"
      size="large"
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      pending={save.isPending}
      dirty={formState.isDirty}
      history={{ kind: "image", id: image.id }}
      offer={copy.offer}
      onDiscard={copy.settle}
      conflict={conflict}
      onInvalid={(event) => markInvalid(form, event)}
      onSubmit={handleSubmit(send)}
      onClose={onClose}
    >
      <img
        src={image.url}
        alt={image.alt || image.name}
        width={image.width}
        height={image.height}
        className="mx-auto h-auto max-h-60 w-auto max-w-full rounded-xl border border-line bg-sunken"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField label="Name" error={errors.name?.message}>
          {(props) => <Input {...props} required {...register("name")} />}
        </FormField>
        <FormField
          label="Alternative Text"
          hint="What the image shows, for those who cannot see it"
          error={errors.alt?.message}
        >
          {(props) => <Input {...props} {...register("alt")} />}
        </FormField>
      </div>
      <CopyField label="Image URL" value={image.url} />
      <Facts image={image} />
      <div>
        <Button variant="outline" size="small" onClick={() => setDeleting(true)}>
          <Trash2 aria-hidden className="size-4" />
          Delete Image
        </Button>
      </div>
      {deleting && (
        <DeleteImageDialog image={image} onCancel={() => setDeleting(false)} onDeleted={done} />
      )}
    </FormDialog>
  );
}

function Facts({ image }: { image: LibraryImage }) {
  const { identity } = usePage();
  const { width, height, size, mediaType, uploadedAt, uses } = image;
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
      <dt className="font-semibold">Dimensions</dt>
      <dd>
        {width} × {height} pixels
      </dd>
      <dt className="font-semibold">Size</dt>
      <dd>
        {formatBytes(size)} ({mediaType})
      </dd>
      <dt className="font-semibold">Uploaded</dt>
      <dd>
        <time dateTime={uploadedAt}>
          {new Date(uploadedAt).toLocaleString(undefined, { timeZone: identity.timeZone })}
        </time>
      </dd>
      <dt className="font-semibold">Used in</dt>
      <dd className="min-w-0 break-words">
        {uses.length === 0 ? "Nothing" : <UseList uses={uses} />}
      </dd>
    </dl>
  );
}

function UseList({ uses }: Pick<LibraryImage, "uses">) {
  return (
    <ul>
      {uses.map(({ kind, id, title }) => (
        <li key={`${kind} ${id}`}>
          {kinds[kind]}: {title}
        </li>
      ))}
    </ul>
  );
}

interface DeleteImageDialogProps {
  image: LibraryImage;
  onCancel: () => void;
  onDeleted: () => void;
}

function DeleteImageDialog({ image, onCancel, onDeleted }: DeleteImageDialogProps) {
  const remove = useDeleteImage();
  const { name, uses } = image;
  return (
    <AlertDialog
      title="Delete Image"
      confirmLabel="Delete"
      pending={remove.isPending}
      onCancel={onCancel}
      onConfirm={() =>
        remove.mutate(image.id, {
          onSuccess: ({ message }) => {
            toast({ title: "Image deleted", description: message });
            onDeleted();
          },
          onError: (error) =>
            toastError("Delete failed", errorText(error, "The image could not be deleted.")),
        })
      }
    >
      Are you sure you want to delete "{name}"? This action cannot be undone.
      {uses.length > 0 &&
        ` It will be missing from ${uses.map(({ kind, title }) => `${kinds[kind].toLowerCase()} "${title}"`).join(", ")}.`}
    </AlertDialog>
  );
}
