import type { QueryClient } from "@tanstack/react-query";
import { Controller } from "react-hook-form";
import { errorText } from "@/api/admin/client";
import { loadFrom } from "@/api/admin/load-record";
import { type PostEdit, postByIdQuery, useSavePost } from "@/api/admin/posts";
import type { Post } from "@/api/posts";
import { claimNotes } from "@/domain/admin/claims";
import { postSchema } from "@/domain/admin/schemas";
import { RecordDialog } from "@/editing/record-dialog";
import { useRecordForm } from "@/editing/record-form";
import { slugOf } from "@/lib/slug";
import { ButtonSpinner } from "@/ui/admin/button-spinner";
import { FormField } from "@/ui/admin/form-field";
import { ImageField } from "@/ui/admin/image-field";
import { TextField } from "@/ui/admin/text-field";
import { toastError } from "@/ui/admin/toasts";
import { Textarea } from "@/ui/textarea";
import { ContentEditor } from "./content-editor";
import { PostPreview } from "./post-preview";
import { ViewPost } from "./view-post";

interface PostDialogProps {
  /** The ID of the post to edit; undefined to create one. */
  id: string | undefined;
  /** What the form of a new post starts with. */
  prefill?: Post;
  onClose: () => void;
}

type Values = Omit<PostEdit, "id" | "basedOn">;

const labels = {
  title: "Title",
  slug: "URL Slug",
  imageUrl: "Blog Post Image",
  excerpt: "Excerpt",
  content: "Content",
};

export function PostDialog({ id, prefill, onClose }: PostDialogProps) {
  const form = useRecordForm<Post, Values, PostEdit>({
    kind: "post",
    copyId: id ?? "new",
    record: undefined,
    load: id === undefined ? undefined : (client) => loadPost(client, id, onClose),
    titleOf: ({ title }) => title,
    schema: postSchema,
    labels,
    valuesOf: (record = prefill) => valuesOf(record),
    editOf: (values, { version }) => ({ ...values, ...version }),
    save: useSavePost(),
    success: ({ message }) => ({ title: "Success", description: message }),
    failure: {
      title: "Error",
      text: "Failed to save blog post",
      missing: "Please fill in all required fields",
    },
    onSaved: onClose,
  });
  const { register, control } = form.fields;
  const { record: post, errorOf } = form;
  const { title, slug, excerpt, content, imageUrl } = form.values;
  const label = id ? "Update Post" : "Create Post";
  return (
    <RecordDialog
      form={form}
      title={id ? "Edit Blog Post" : "Create New Blog Post"}
      size="xlarge"
      submitLabel={label}
      pendingLabel={
        <>
          <ButtonSpinner />
          {label}
        </>
      }
      noValidate
      history={id !== undefined && { kind: "post", id }}
      preview="post"
      onClose={onClose}
    >
      <div className="grid gap-8 lg:grid-cols-2">
        <div className="grid content-start gap-5">
          <TextField
            label="Title"
            asterisk
            notes={claimNotes(title)}
            error={errorOf("title")}
            aria-required
            {...register("title", {
              onChange: ({ target }) => {
                if (!id) form.set("slug", slugOf(target.value));
              },
            })}
          />
          <TextField
            label="URL Slug"
            asterisk
            hint={
              <>
                <span className="break-all">/blog/{slug}</span> {post && <ViewPost post={post} />}
              </>
            }
            error={errorOf("slug")}
            aria-required
            autoCapitalize="none"
            {...register("slug")}
          />
          <Controller
            control={control}
            name="imageUrl"
            render={({ field }) => (
              <ImageField label="Blog Post Image" optional error={errorOf("imageUrl")} {...field} />
            )}
          />
          <FormField
            label="Excerpt"
            required
            notes={claimNotes(excerpt)}
            error={errorOf("excerpt")}
          >
            {(props) => <Textarea {...props} aria-required rows={3} {...register("excerpt")} />}
          </FormField>
          <FormField
            label="Content"
            required
            hint="Use double line breaks for paragraphs, '-' for lists and '|' for tables. Basic markdown is supported."
            notes={claimNotes(content)}
            error={errorOf("content")}
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
    </RecordDialog>
  );
}

/** Closes the dialog if there is nothing to edit: lists have no contents to start from. */
async function loadPost(client: QueryClient, id: string, onMissing: () => void) {
  try {
    const post = await loadFrom(client, postByIdQuery(id), (found) => found);
    if (post) return post;
    toastError("Error", "This blog post no longer exists");
  } catch (error) {
    toastError("Error", errorText(error, "Failed to load blog post"));
  }
  onMissing();
  return undefined;
}

function valuesOf(post: Post | undefined): Values {
  const { title = "", slug = "", excerpt = "", content = "", imageUrl = "" } = post ?? {};
  return { title, slug, excerpt, content, imageUrl };
}
