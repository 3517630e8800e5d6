import { CloudOff } from "lucide-react";
import { Button } from "../button";
import { EmptyState } from "../empty-state";

interface QueryErrorProps {
  /** What could not be loaded, such as "the services". */
  what: string;
  error: Error;
  onRetry: () => void;
}

/** Rendered instead of data that could not be loaded, with a button to try again. */
export function QueryError({ what, error, onRetry }: QueryErrorProps) {
  return (
    <EmptyState role="alert" icon={<CloudOff />} title={`Could not load ${what}`}>
      <p className="break-words">{error.message}</p>
      <Button variant="outline" size="small" className="mt-4" onClick={onRetry}>
        Try Again
      </Button>
    </EmptyState>
  );
}
