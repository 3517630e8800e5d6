import { Trash2, Users } from "lucide-react";
import { useState } from "react";
import {
  type ImageEdit,
  type LibraryImage,
  loadImage,
  useDeleteImage,
  useSaveImage,
} from "@/api/admin/images";
import { imageSchema } from "@/domain/admin/schemas";
import { useTime } from "@/domain/admin/times";
import { DeleteDialog } from "@/editing/delete-dialog";
import { useOwnersPicture } from "@/editing/owners-picture";
import { RecordDialog } from "@/editing/record-dialog";
import { useRecordForm } from "@/editing/record-form";
import { TextField } from "@/ui/admin/text-field";
import { Button } from "@/ui/button";
import { CopyField } from "./copy-field";
import { formatBytes } from "./format-bytes";

const kinds = {
  content: "Site content",
  service: "Service",
  post: "Blog post",
  company: "Company",
};

interface Values {
  name: string;
  alt: string;
}

const labels = { name: "Name", alt: "Alternative Text" };

interface LibraryImageDialogProps {
  image: LibraryImage;
  onClose: () => void;
}

/** Details of a library image, with ways to edit and delete it. */
export function LibraryImageDialog({ image: seen, onClose }: LibraryImageDialogProps) {
  const [deleting, setDeleting] = useState(false);
  const form = useRecordForm<LibraryImage, Values, ImageEdit>({
    kind: "image",
    copyId: seen.id,
    record: seen,
    load: (client) => loadImage(client, seen.id),
    titleOf: ({ name }) => name,
    schema: imageSchema,
    labels,
    valuesOf: (record = seen) => ({ name: record.name, alt: record.alt }),
    editOf: (values, { version: { basedOn } }) => ({ ...values, id: seen.id, basedOn }),
    save: useSaveImage(),
    success: ({ message }) => ({ title: "Image updated", description: message }),
    failure: { title: "Update failed", text: "The image could not be updated." },
    onSaved: onClose,
  });
  const { register } = form.fields;
  const { errorOf } = form;
  // The list may be out of date, such as about where the image is used.
  const image = form.record ?? seen;
  const onDeleted = () => {
    form.silence();
    onClose();
  };
  return (
    <RecordDialog
      form={form}
      title="Library Image"
      size="large"
      submitLabel="Save Changes"
      pendingLabel="Saving..."
      history={{ kind: "image", id: image.id }}
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
        <TextField label="Name" error={errorOf("name")} required {...register("name")} />
        <TextField
          label="Alternative Text"
          hint="What the image shows, for those who cannot see it"
          error={errorOf("alt")}
          {...register("alt")}
        />
      </div>
      <CopyField label="Image URL" value={image.url} />
      <Facts image={image} />
      <div className="flex flex-wrap items-center gap-2">
        <UseForOwners url={image.url} />
        <Button variant="outline" size="small" onClick={() => setDeleting(true)}>
          <Trash2 aria-hidden className="size-4" />
          Delete Image
        </Button>
      </div>
      {deleting && (
        <DeleteImageDialog
          image={image}
          onCancel={() => setDeleting(false)}
          onDeleted={onDeleted}
        />
      )}
    </RecordDialog>
  );
}

/** Makes the image the picture of the owners. */
function UseForOwners({ url }: Pick<LibraryImage, "url">) {
  const picture = useOwnersPicture();
  if (!picture) return null;
  if (picture.url === url) return <p className="text-sm">This is the picture of the owners.</p>;
  return (
    <Button
      variant="outline"
      size="small"
      disabled={picture.pending}
      onClick={() => picture.set(url)}
    >
      <Users aria-hidden className="size-4" />
      Use as Picture of the Owners
    </Button>
  );
}

function Facts({ image }: { image: LibraryImage }) {
  const time = useTime();
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
        <time dateTime={uploadedAt}>{time(uploadedAt)}</time>
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
  const { name, uses } = image;
  return (
    <DeleteDialog
      title="Delete Image"
      id={image.id}
      remove={useDeleteImage()}
      success={({ message }) => ({ title: "Image deleted", description: message })}
      failure={{ text: "The image could not be deleted." }}
      onClose={onCancel}
      onDeleted={onDeleted}
    >
      Are you sure you want to delete "{name}"? This action cannot be undone.
      {uses.length > 0 &&
        ` It will be missing from ${uses.map(({ kind, title }) => `${kinds[kind].toLowerCase()} "${title}"`).join(", ")}.`}
    </DeleteDialog>
  );
}
