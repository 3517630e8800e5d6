/** Stands in for a part whose code did not come: a lost connection, or a site newer than this page. */
export function ChunkError() {
  return (
    <p role="alert" className="p-6 text-center text-soft">
      This part could not be loaded. Save what you are working on, then reload the page.
    </p>
  );
}
