import { Phone } from "lucide-react";
import { usePage } from "@/domain/page-data";
import { ChatButton } from "@/features/chat/chat-button";
import { buttonClass } from "@/ui/button";

/** Call and chat buttons that stay on screen: a bar on phones, a corner elsewhere. */
export function ContactDock() {
  const { identity } = usePage();
  return (
    <aside
      aria-label="Quick contact"
      className="fixed right-0 bottom-0 z-30 flex gap-2 max-md:left-0 max-md:flex-wrap max-md:justify-end max-md:border-t max-md:border-line max-md:bg-paper max-md:p-2 max-md:pb-[max(0.5rem,env(safe-area-inset-bottom))] md:right-5 md:bottom-5"
    >
      <a
        href={`tel:${identity.phoneE164}`}
        className={buttonClass({
          size: "dock",
          className: "grow max-md:basis-30 md:rounded-full md:shadow-lg lg:hidden",
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
