import { clsx } from "clsx";
import { LogoMark } from "@/art/logo-mark";
import { usePage } from "@/domain/page-data";

interface BrandProps {
  /** Sets it smaller on screens where the main menu needs the space. */
  besideMenu?: boolean;
}

/** The company's logo and name. */
export function Brand({ besideMenu = false }: BrandProps) {
  const { identity } = usePage();
  return (
    <span className="flex items-center gap-2.5">
      {identity.brand.logo ? (
        <img
          src={identity.brand.logo}
          alt=""
          className="h-[min(3rem,16vw)] w-auto max-w-40 shrink-0 object-contain short:h-9"
        />
      ) : (
        <LogoMark className="size-[min(3rem,16vw)] shrink-0 text-primary md:max-lg:size-10 short:size-9" />
      )}
      <span
        className={clsx(
          "font-display text-[min(1.1rem,6vw)] leading-[1.05] font-bold tracking-tight text-balance wrap-anywhere text-ink",
          besideMenu && "md:text-[0.8rem] lg:text-[0.95rem] xl:text-[1.1rem]",
        )}
      >
        {identity.name}
      </span>
    </span>
  );
}
