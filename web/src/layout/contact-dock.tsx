import { clsx } from "clsx";
import { Phone } from "lucide-react";
import { useLocation } from "wouter";
import { usePage } from "@/domain/page-data";
import { ChatButton } from "@/features/chat/chat-button";
import { buttonClass } from "@/ui/button";

/**
 * Call and chat buttons that stay on screen, beside the text and never on it: a bar below narrow pages,
 * the chat button alone in the margin of wide ones.
 */
export function ContactDock() {
  const { identity } = usePage();
  const [path] = useLocation();
  return (
    <aside
      // The staff bar moves it up.
      id="contact-dock"
      aria-label="Quick contact"
      className={clsx(
        // Nothing follows it until the browser has read all of it. Half of it would move later.
        "[&:not(:has(+*))]:hidden",
        "fixed right-0 bottom-0 z-30 flex gap-2 max-lg:left-0 max-lg:flex-wrap max-lg:justify-end max-lg:border-t max-lg:border-line max-lg:bg-paper max-lg:p-2 max-lg:pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:bottom-8 2xl:right-5 2xl:bottom-5 short:max-lg:p-1 [body:has(#chat-panel)_&]:opacity-0",
        path === "/" && "after-hero",
      )}
    >
      <a
        href={`tel:${identity.phoneE164}`}
        className={buttonClass({
          size: "dock",
          className: "grow max-lg:basis-30 lg:hidden",
        })}
      >
        <Phone className="size-5" aria-hidden="true" />
        <span>
          Call <span className="whitespace-nowrap">{identity.phone}</span>
        </span>
      </a>
      <ChatButton />
    </aside>
  );
}
