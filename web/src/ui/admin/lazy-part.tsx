import { type ComponentType, lazy, type ReactNode, Suspense, useState } from "react";
import { Button } from "../button";
import { ErrorBoundary } from "../error-boundary";
import { Spinner } from "../spinner";

interface LazyPartOptions<P> {
  /** Shown while the code loads. */
  label?: string;
  /** Puts what is shown while the code loads, or after it failed to, into a dialog or a sheet. */
  frame?: (content: ReactNode, props: P) => ReactNode;
}

/**
 * A component whose code is loaded when it is rendered first. If that fails, because the connection was
 * lost or a release has replaced the files, only this part says so and offers to try again.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { label = "Loading...", frame = (content) => content }: LazyPartOptions<P> = {},
): ComponentType<P> {
  const create = () => lazy(async () => ({ default: await load() }));
  let Part = create();
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, in a module
  return function LazyPart(props: P) {
    const [attempt, setAttempt] = useState(0);
    const retry = () => {
      // React keeps the result of the first attempt.
      Part = create();
      setAttempt(attempt + 1);
    };
    return (
      <ErrorBoundary key={attempt} fallback={frame(<PartFailed onRetry={retry} />, props)}>
        <Suspense fallback={frame(<Spinner label={label} />, props)}>
          <Part {...props} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}

function PartFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 p-6 text-center text-soft">
      <p>This part could not be loaded. Save what you are working on, then reload the page.</p>
      <Button variant="outline" size="small" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
