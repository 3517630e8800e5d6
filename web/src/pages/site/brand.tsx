import { LogoMark } from "@/art/logo-mark";
import { usePage } from "@/lib/page-data";

/** The company's mark and name. */
export function Brand() {
  const { identity } = usePage();
  return (
    <span className="flex shrink-0 items-center gap-2.5">
      <LogoMark className="size-12 shrink-0 text-primary" />
      <span className="font-display text-[1.1rem] leading-[1.05] font-extrabold tracking-tight text-ink md:max-lg:sr-only">
        {identity.name}
      </span>
    </span>
  );
}
