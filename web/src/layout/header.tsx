import { clsx } from "clsx";
import { ArrowUpRight, Menu, Phone, X } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { usePage } from "@/domain/page-data";
import { buttonClass } from "@/ui/button";
import { ExternalLink } from "@/ui/external-link";
import { IconTooltip } from "@/ui/icon-tooltip";
import { Brand } from "./brand";
import { isWithin, pageLinks } from "./navigation";

const shrinkAfterPx = 20;
const wideScreen = "(min-width: 768px)";

export function Header() {
  const { identity } = usePage();
  const [path] = useLocation();
  const scrolled = useScrolledBeyond(shrinkAfterPx);
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useCloseMenu(open, setOpen, menu, toggle);
  const close = () => setOpen(false);
  const menuLabel = open ? "Close menu" : "Open menu";
  const callLabel = `Call ${identity.phone}`;

  return (
    <header
      data-scrolled={scrolled || undefined}
      // Height and margin always add up to the same space, and the content moves by translation
      // only, so the page does not shift.
      className="group/header sticky top-0 z-40 mb-0 h-19 border-b border-line bg-paper transition-[height,margin] duration-200 ease-settle data-scrolled:mb-4 data-scrolled:h-15 short:data-scrolled:mb-8 short:data-scrolled:h-11 data-scrolled:shadow-[0_6px_24px_-12px_rgb(0_0_0/0.3)] noscript:max-md:static noscript:max-md:h-auto"
    >
      <div className="wrap flex min-h-19 items-center justify-between gap-x-4 md:max-lg:gap-x-2 transition-[translate] duration-200 ease-settle group-data-scrolled/header:-translate-y-2 short:group-data-scrolled/header:-translate-y-4 noscript:max-md:flex-wrap">
        <Link href="/" onClick={close} className="min-w-0 rounded-lg py-1 xl:min-w-52">
          <Brand besideMenu />
        </Link>
        <div ref={menu} className="flex flex-none items-center gap-3">
          <IconTooltip text={menuLabel} className="md:hidden noscript:hidden">
            <button
              ref={toggle}
              type="button"
              aria-expanded={open}
              aria-controls="main-menu"
              aria-label={menuLabel}
              onClick={() => setOpen(!open)}
              className="grid size-[min(3rem,16vw)] short:size-11 place-items-center rounded-xl border-2 border-edge text-ink"
            >
              {open ? <X aria-hidden="true" /> : <Menu aria-hidden="true" />}
            </button>
          </IconTooltip>
          <nav
            id="main-menu"
            aria-label="Main"
            className={clsx(
              "max-md:absolute max-md:inset-x-0 max-md:top-full group-data-scrolled/header:max-md:top-[calc(100%-0.5rem)] max-md:max-h-[calc(100dvh-4rem)] max-md:overflow-y-auto max-md:border-y max-md:border-line max-md:bg-paper max-md:px-[clamp(1.125rem,4.5vw,2.75rem)] max-md:py-4 max-md:shadow-[0_24px_32px_-20px_rgb(0_0_0/0.4)] noscript:max-md:static noscript:max-md:border-0 noscript:max-md:px-0 noscript:max-md:shadow-none",
              !open && "max-md:not-noscript:hidden",
            )}
          >
            <ul className="flex flex-col gap-1 md:max-lg:gap-0 md:flex-row md:items-center noscript:flex-row noscript:flex-wrap">
              {pageLinks.map(({ href, label }) => {
                const active = isWithin(path, href);
                return (
                  <li key={href}>
                    <Link
                      href={href}
                      onClick={close}
                      aria-current={active ? "page" : undefined}
                      className={clsx(
                        linkClass,
                        active ? "bg-primary-fill text-white" : "text-primary hover:bg-primary/10",
                      )}
                    >
                      {label}
                    </Link>
                  </li>
                );
              })}
              <li>
                <ExternalLink
                  href={identity.portalUrl || "/customer-portal"}
                  onClick={close}
                  className={clsx(linkClass, "gap-1 text-primary hover:bg-primary/10")}
                >
                  Customer Portal
                  <ArrowUpRight className="size-4" aria-hidden="true" />
                </ExternalLink>
              </li>
            </ul>
          </nav>
          <IconTooltip text={callLabel} className="max-lg:hidden" tooltipClassName="xl:hidden">
            <a
              href={`tel:${identity.phoneE164}`}
              aria-label={callLabel}
              className={buttonClass({ size: "small" })}
            >
              <Phone className="size-5" aria-hidden="true" />
              <span className="hidden xl:inline">{identity.phone}</span>
            </a>
          </IconTooltip>
        </div>
      </div>
    </header>
  );
}

const linkClass =
  "flex min-h-12 items-center rounded-full px-4 font-display font-bold whitespace-nowrap transition-colors max-md:text-lg md:min-h-11 md:px-1 md:text-[0.8rem] lg:px-1.5 lg:text-[0.85rem] xl:px-2 xl:text-[0.9rem]";

function useScrolledBeyond(distance: number): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const update = () => setScrolled(window.scrollY > distance);
    update();
    window.addEventListener("scroll", update, { passive: true });
    return () => window.removeEventListener("scroll", update);
  }, [distance]);
  return scrolled;
}

/**
 * Closes the open menu on a press or focus outside it, on Escape, and when the window becomes wide.
 */
function useCloseMenu(
  open: boolean,
  setOpen: (open: boolean) => void,
  menu: RefObject<HTMLElement | null>,
  toggle: RefObject<HTMLElement | null>,
) {
  useEffect(() => {
    if (!open) return;
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener(
      "mousedown",
      (event) => {
        if (!menu.current?.contains(event.target as Node)) setOpen(false);
      },
      { signal },
    );
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key !== "Escape") return;
        setOpen(false);
        toggle.current?.focus();
      },
      { signal },
    );
    menu.current?.addEventListener(
      "focusout",
      ({ relatedTarget }) => {
        // Without a target, the focus has left the window or a press on plain text removed it.
        if (relatedTarget && !menu.current?.contains(relatedTarget as Node)) setOpen(false);
      },
      { signal },
    );
    matchMedia(wideScreen).addEventListener("change", () => setOpen(false), { signal });
    return () => controller.abort();
  }, [open, setOpen, menu, toggle]);
}
