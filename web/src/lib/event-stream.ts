const initialDelayMs = 1_000;
const maxDelayMs = 30_000;

interface EventStreamOptions {
  /** Where the stream is; asked again for every new connection, so that it can say what is known. */
  url: () => string;
  /** What to do with the data of each kind of event. */
  on: Record<string, (data: unknown) => void>;
  onConnection?: (connected: boolean) => void;
}

/**
 * Listens to server-sent events for as long as it is wanted. Browsers come back by themselves after
 * a broken connection, but give up when the server answers with an error, as it does while it is
 * restarted: then this tries again, with growing pauses.
 */
export function openEventStream({ url, on, onConnection }: EventStreamOptions): () => void {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayMs = initialDelayMs;

  const connect = () => {
    source = new EventSource(url());
    source.onopen = () => {
      delayMs = initialDelayMs;
      onConnection?.(true);
    };
    source.onerror = () => {
      onConnection?.(false);
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(connect, delayMs);
      delayMs = Math.min(2 * delayMs, maxDelayMs);
    };
    for (const [name, listener] of Object.entries(on)) {
      source.addEventListener(name, (event) =>
        listener(JSON.parse((event as MessageEvent<string>).data)),
      );
    }
  };

  connect();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
