const initialDelayMs = 1_000;
const maxDelayMs = 30_000;

interface EventStreamOptions {
  /** Called for every connection, so that the URL can carry the current position. */
  url: () => string;
  /** Listeners by event name. */
  on: Record<string, (data: unknown) => void>;
  onConnection?: (connected: boolean) => void;
}

/**
 * Subscribes to server-sent events; returns a function that closes the stream. Browsers reconnect
 * by themselves after a network error, but not after an error response, which the server sends
 * while it restarts. This reconnects then, with growing delays.
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
