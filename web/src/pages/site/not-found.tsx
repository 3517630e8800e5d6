import { Link } from "wouter";
import { Head } from "@/layout/head";
import { buttonClass } from "@/ui/button";
import { Section } from "@/ui/section";

export function NotFound() {
  return (
    <>
      <Head
        title="404 Page Not Found"
        description="There is no page at this address."
        status={404}
      />
      <Section className="flex flex-col items-center text-center">
        <img
          src="/art/404.svg"
          alt=""
          width={1200}
          height={800}
          className="gate mb-10 aspect-3/2 w-full max-w-xl rounded-3xl object-cover"
        />
        <h1 className="text-display">404 Page Not Found</h1>
        <p className="mt-4 text-lead text-soft">Did you forget to add the page to the router?</p>
        <Link href="/" className={buttonClass({ className: "mt-8" })}>
          Back to Home
        </Link>
      </Section>
    </>
  );
}
