import { usePage } from "@/lib/page-data";

/** The company's mark and name. */
export function Brand() {
  const { identity } = usePage();
  return (
    <span className="flex shrink-0 items-center gap-3">
      <svg viewBox="0 0 48 48" className="size-11 shrink-0" fill="none" aria-hidden="true">
        <path
          d="M24 4 45 20v23H3V20Z"
          className="stroke-glow"
          strokeWidth="2.5"
          strokeLinejoin="round"
        />
        <path d="M24 13 37 23v14H11V23Z" className="fill-primary-fill" />
      </svg>
      <span className="font-display text-[1.1rem] leading-[1.05] font-extrabold tracking-tight text-ink md:max-lg:sr-only">
        {identity.name}
      </span>
    </span>
  );
}
