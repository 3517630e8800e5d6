import { useOwnersPicture } from "@/editing/owners-picture";
import { PhotoButtons } from "@/ui/admin/image-field";

/** Changes the picture of the owners, which is saved at once. */
export function OwnersPicture() {
  const picture = useOwnersPicture();
  if (!picture) return null;
  return (
    <section
      aria-labelledby="owners-picture"
      aria-busy={picture.pending}
      className="mb-6 rounded-xl border border-line p-4"
    >
      <h3 id="owners-picture" className="text-lg">
        Picture of the owners
      </h3>
      <p className="mt-1 text-soft text-sm">
        On the home page and the about page, saved as soon as you choose it.{" "}
        {picture.url === "" &&
          "Until then they show a drawing of two people; with one owner or more than two, the home page shows no picture."}
      </p>
      <PhotoButtons value={picture.url} onChange={picture.set} />
    </section>
  );
}
