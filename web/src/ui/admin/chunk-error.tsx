/**
 * Rendered when lazy code could not be loaded: the connection was lost, or a newer version was
 * deployed.
 */
export function ChunkError() {
  return (
    <p role="alert" className="p-6 text-center text-soft">
      This part could not be loaded. Save what you are working on, then reload the page.
    </p>
  );
}
