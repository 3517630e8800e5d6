import { useDeferredValue, useMemo } from "react";
import { Controller, useForm } from "react-hook-form";
import { errorText } from "@/api/admin/client";
import { type PostEdit, useSavePost } from "@/api/admin/posts";
import type { Post } from "@/api/posts";
import { claimNotes } from "@/domain/admin/claims";
import { slugOf } from "@/lib/slug";
import { ButtonSpinner } from "@/ui/admin/button-spinner";
import { DraftPreview } from "@/ui/admin/draft-preview";
import { FormDialog } from "@/ui/admin/form-dialog";
import { FormField } from "@/ui/admin/form-field";
import { ImageField } from "@/ui/admin/image-field";
import { Input } from "@/ui/admin/input";
import { toast, toastError } from "@/ui/admin/toasts";
import { Textarea } from "@/ui/textarea";
import { PostBody } from "../post-body";
import { usePostCopy } from "./use-post-copy";

interface PostDialogProps {
  /** The post to edit; undefined to create one. */
  post: Post | undefined;
  /** The ID of a working copy to continue with. */
  copyId?: string | undefined;
  onClose: () => void;
}

const required = ["title", "slug", "excerpt", "content"] as const;

export function PostDialog({ post, copyId, onClose }: PostDialogProps) {
  const save = useSavePost();
  const form = useForm<PostEdit>({ defaultValues: valuesOf(post) });
  const { register, control, watch, setValue, handleSubmit, formState } = form;
  const copy = usePostCopy(post, form, copyId);
  const submit = handleSubmit((values) => {
    if (required.some((field) => values[field].trim() === "")) {
      toastError("Error", "Please fill in all required fields");
      return;
    }
    save.mutate(values, {
      onSuccess: ({ message }) => {
        toast({ title: "Success", description: message });
        copy.settle();
        onClose();
      },
      onError: (error) => toastError("Error", errorText(error, "Failed to save blog post")),
    });
  });
  const [title, excerpt, content] = watch(["title", "excerpt", "content"]);
  const label = post ? "Update Post" : "Create Post";
  return (
    <FormDialog
      title={post ? "Edit Blog Post" : "Create New Blog Post"}
      size="xlarge"
      submitLabel={label}
      pendingLabel={
        <>
          <ButtonSpinner />
          {label}
        </>
      }
      pending={save.isPending}
      dirty={formState.isDirty}
      offer={copy.offer}
      onDiscard={copy.settle}
      noValidate
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="grid gap-8 lg:grid-cols-2">
        <div className="grid content-start gap-5">
          <FormField label="Title" required notes={claimNotes(title)}>
            {(props) => (
              <Input
                {...props}
                aria-required
                {...register("title", {
                  onChange: ({ target }) => {
                    if (!post) setValue("slug", slugOf(target.value), { shouldDirty: true });
                  },
                })}
              />
            )}
          </FormField>
          <FormField
            label="URL Slug"
            required
            hint={<span className="break-all">/blog/{watch("slug")}</span>}
          >
            {(props) => (
              <Input {...props} aria-required autoCapitalize="none" {...register("slug")} />
            )}
          </FormField>
          <Controller
            control={control}
            name="imageUrl"
            render={({ field }) => <ImageField label="Blog Post Image" optional {...field} />}
          />
          <FormField label="Excerpt" required notes={claimNotes(excerpt)}>
            {(props) => <Textarea {...props} aria-required rows={3} {...register("excerpt")} />}
          </FormField>
          <FormField
            label="Content"
            required
            hint="Use double line breaks for paragraphs, '-' for lists and '|' for tables. Basic markdown is supported."
            notes={claimNotes(content)}
          >
            {(props) => (
              <Textarea
                {...props}
                aria-required
                rows={15}
                className="font-mono text-sm"
                {...register("content")}
              />
            )}
          </FormField>
        </div>
        <PostPreview title={title} content={content} />
      </div>
      <DraftPreview draft={{ post: watch() }} dirty={formState.isDirty} />
    </FormDialog>
  );
}

function valuesOf(post: Post | undefined): PostEdit {
  if (!post) return { title: "", slug: "", excerpt: "", content: "", imageUrl: "" };
  const { id, title, slug, excerpt, content, imageUrl, updatedAt: basedOn } = post;
  return { id, title, slug, excerpt, content, imageUrl, basedOn };
}

/** The post as readers will see it. */
function PostPreview({ title, content }: { title: string; content: string }) {
  const shown = useDeferredValue(content);
  // Every letter renders this twice, first with the text as it was; that must not be parsed again.
  const body = useMemo(() => <PostBody content={shown} />, [shown]);
  return (
    <section
      aria-label="Preview"
      className="min-w-0 rounded-xl border border-line bg-paper p-4 sm:p-6"
    >
      <p className="mb-4 font-semibold text-sm text-soft">Preview</p>
      {title === "" && shown === "" ? (
        <p className="text-soft">What you write appears here as readers will see it.</p>
      ) : (
        <>
          <h3 className="mb-5 break-words text-title">{title}</h3>
          {body}
        </>
      )}
    </section>
  );
}
