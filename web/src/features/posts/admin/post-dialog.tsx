import { Controller, useForm } from "react-hook-form";
import { errorText, fieldError, isDeleted, ruleError, storedIn } from "@/api/admin/client";
import { type PostEdit, useSavePost } from "@/api/admin/posts";
import type { Post } from "@/api/posts";
import { claimNotes } from "@/domain/admin/claims";
import { postSchema, problemsWith } from "@/domain/admin/schemas";
import { slugOf } from "@/lib/slug";
import { ButtonSpinner } from "@/ui/admin/button-spinner";
import { DraftPreview } from "@/ui/admin/draft-preview";
import { FormDialog } from "@/ui/admin/form-dialog";
import { markRefused } from "@/ui/admin/form-errors";
import { FormField } from "@/ui/admin/form-field";
import { ImageField } from "@/ui/admin/image-field";
import { Input } from "@/ui/admin/input";
import { toast, toastError } from "@/ui/admin/toasts";
import { useFormConflict } from "@/ui/admin/use-conflict";
import { useRecreate } from "@/ui/admin/use-recreate";
import { Textarea } from "@/ui/textarea";
import { ContentEditor } from "./content-editor";
import { PostPreview } from "./post-preview";
import { usePostCopy } from "./use-post-copy";
import { ViewPost } from "./view-post";

interface PostDialogProps {
  /** The post to edit; undefined to create one. */
  post: Post | undefined;
  /** What the form of a new post starts with. */
  prefill?: Post;
  /** The ID of a working copy to continue with. */
  copyId?: string | undefined;
  onClose: () => void;
}

const labels = {
  title: "Title",
  slug: "URL Slug",
  imageUrl: "Blog Post Image",
  excerpt: "Excerpt",
  content: "Content",
};

export function PostDialog({ post, prefill, copyId, onClose }: PostDialogProps) {
  const save = useSavePost();
  const form = useForm<PostEdit>({
    defaultValues: {
      ...valuesOf(post ?? prefill),
      ...(!post && { id: undefined, basedOn: undefined }),
    },
  });
  const { register, control, watch, setValue, handleSubmit, formState } = form;
  const { errors } = formState;
  const copy = usePostCopy(post, form, copyId, (versions) => conflict.compare(versions));
  const recreate = useRecreate(form);
  const send = (values: PostEdit): void => {
    const problems = problemsWith(postSchema, values);
    const [problem] = problems;
    if (problem) {
      const refused = ruleError(problem);
      markRefused(form, ...problems.map(ruleError));
      const isMissing = problem.rule === "is required";
      toastError("Error", isMissing ? "Please fill in all required fields" : refused.text);
      return;
    }
    save.mutate(values, {
      onSuccess: ({ message }) => {
        toast({ title: "Success", description: message });
        copy.settle();
        onClose();
      },
      onError: (error) => {
        if (conflict.resolves(storedIn<Post>(error))) return;
        if (isDeleted(error)) recreate.start();
        markRefused(form, fieldError(error));
        toastError("Error", errorText(error, "Failed to save blog post"));
      },
    });
  };
  const conflict = useFormConflict(form, { labels, valuesOf, save: send });
  const [title, slug, excerpt, content, imageUrl] = watch([
    "title",
    "slug",
    "excerpt",
    "content",
    "imageUrl",
  ]);
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
      history={post && { kind: "post", id: post.id }}
      conflict={conflict}
      error={recreate.notice}
      onSubmit={handleSubmit(send)}
      onClose={onClose}
    >
      <div className="grid gap-8 lg:grid-cols-2">
        <div className="grid content-start gap-5">
          <FormField label="Title" required notes={claimNotes(title)} error={errors.title?.message}>
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
            hint={
              <>
                <span className="break-all">/blog/{slug}</span> {post && <ViewPost post={post} />}
              </>
            }
            error={errors.slug?.message}
          >
            {(props) => (
              <Input {...props} aria-required autoCapitalize="none" {...register("slug")} />
            )}
          </FormField>
          <Controller
            control={control}
            name="imageUrl"
            render={({ field }) => (
              <ImageField
                label="Blog Post Image"
                optional
                error={errors.imageUrl?.message}
                {...field}
              />
            )}
          />
          <FormField
            label="Excerpt"
            required
            notes={claimNotes(excerpt)}
            error={errors.excerpt?.message}
          >
            {(props) => <Textarea {...props} aria-required rows={3} {...register("excerpt")} />}
          </FormField>
          <FormField
            label="Content"
            required
            hint="Use double line breaks for paragraphs, '-' for lists and '|' for tables. Basic markdown is supported."
            notes={claimNotes(content)}
            error={errors.content?.message}
          >
            {(props) => (
              <ContentEditor
                {...props}
                aria-required
                rows={15}
                className="font-mono text-sm"
                {...register("content")}
              />
            )}
          </FormField>
        </div>
        <PostPreview post={{ title, excerpt, content, imageUrl }} publishedAt={post?.publishedAt} />
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
