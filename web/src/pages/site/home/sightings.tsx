import { Link } from "wouter";
import { sightings } from "@/domain/sightings";
import { openChat } from "@/features/chat/open-chat";
import { Heading } from "@/ui/heading";

/** Sentences that open the chat with themselves ready to send; before scripts, links to its page. */
export function Sightings() {
  return (
    <section aria-labelledby="sightings" className="wrap pt-14 md:pt-20">
      <Heading id="sightings">What did you see?</Heading>
      <ul className="mt-6 flex flex-wrap gap-3">
        {sightings.map((sentence) => (
          <li key={sentence}>
            <Link
              href="/contact"
              state={{ line: sentence }}
              data-chat
              data-line={sentence}
              onClick={(event) => {
                if (openChat(sentence)) event.preventDefault();
              }}
              className="inline-flex min-h-11 items-center rounded-full border-2 border-line bg-surface px-4.5 py-1.5 font-semibold hover:border-glow"
            >
              {sentence}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
