import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Images } from "lucide-react";
import { useState } from "react";
import { type ImageSort, imageSorts, type LibraryImage, libraryQuery } from "@/api/admin/images";
import { FormField } from "@/ui/admin/form-field";
import { QueryError } from "@/ui/admin/query-error";
import { Select } from "@/ui/admin/select";
import { TextField } from "@/ui/admin/text-field";
import { useDebouncedValue } from "@/ui/admin/use-debounced-value";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Spinner } from "@/ui/spinner";
import { formatBytes } from "./format-bytes";

const sortLabels: Record<ImageSort, string> = {
  newest: "Newest first",
  oldest: "Oldest first",
  name: "By name",
  largest: "Largest first",
};

interface LibraryBrowserProps {
  onPick: (image: LibraryImage) => void;
}

/** The image library with search, sort and pages. */
export function LibraryBrowser({ onPick }: LibraryBrowserProps) {
  const [search, setSearch] = useState("");
  const [sort, setSort] = useState<ImageSort>("newest");
  const [page, setPage] = useState(1);
  const debouncedSearch = useDebouncedValue(search);
  const { data, error, refetch } = useQuery({
    ...libraryQuery({ search: debouncedSearch, sort, page }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <TextField
          label="Search images"
          type="search"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setPage(1);
          }}
        />
        <FormField label="Sort images">
          {(props) => (
            <Select
              {...props}
              value={sort}
              onChange={(event) => {
                setSort(event.target.value as ImageSort);
                setPage(1);
              }}
            >
              {imageSorts.map((name) => (
                <option key={name} value={name}>
                  {sortLabels[name]}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      </div>
      {!data && !error && <Spinner label="Loading images..." />}
      {error && <QueryError what="the images" error={error} onRetry={refetch} />}
      {data?.images.length === 0 && (
        <EmptyState
          icon={<Images />}
          title={debouncedSearch === "" ? "The library is empty" : "No image matches the search"}
        >
          {debouncedSearch === "" && "Every image that you upload is kept here."}
        </EmptyState>
      )}
      {data && data.images.length > 0 && (
        <>
          <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
            {data.images.map((image) => (
              <li key={image.id} className="min-w-0">
                <LibraryCard image={image} onPick={() => onPick(image)} />
              </li>
            ))}
          </ul>
          <Pages {...data} onPage={setPage} />
        </>
      )}
    </div>
  );
}

function LibraryCard({ image, onPick }: { image: LibraryImage; onPick: () => void }) {
  const { name, url, variants, width, height, size, uses } = image;
  const smallest = variants.toSorted((a, b) => a.width - b.width)[0];
  return (
    <button
      type="button"
      className="block w-full rounded-xl border border-line bg-paper p-2 text-left hover:border-primary"
      onClick={onPick}
    >
      <img
        src={smallest?.url ?? url}
        alt=""
        loading="lazy"
        className="aspect-square w-full rounded-lg bg-sunken object-contain"
      />
      <span className="mt-2 block truncate font-semibold">{name}</span>
      <span className="block text-sm text-soft">
        {width} × {height}, {formatBytes(size)}
      </span>
      <span className="block text-sm text-soft">{usesText(uses.length)}</span>
    </button>
  );
}

function usesText(count: number): string {
  if (count === 0) return "Not used";
  return count === 1 ? "Used in 1 place" : `Used in ${count} places`;
}

interface PagesProps {
  page: number;
  perPage: number;
  total: number;
  onPage: (page: number) => void;
}

function Pages({ page, perPage, total, onPage }: PagesProps) {
  const last = Math.max(1, Math.ceil(total / perPage));
  return (
    <nav aria-label="Pages of the library" className="flex flex-wrap items-center gap-3">
      <Button variant="outline" size="small" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden className="size-4" />
        Previous
      </Button>
      <p role="status" className="text-soft">
        Page {page} of {last}, {total} {total === 1 ? "image" : "images"}
      </p>
      <Button
        variant="outline"
        size="small"
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
      >
        Next
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </nav>
  );
}
