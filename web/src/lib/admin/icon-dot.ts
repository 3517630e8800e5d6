const size = 64;

/**
 * Shows the page's icon with a dot; returns a function that shows the usual one again. The links are
 * replaced as a whole, because each browser chooses another of them.
 */
export function showIconDot(): () => void {
  const links = [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="icon"]')];
  const usual = links.at(-1);
  if (!usual) return () => {};
  let dotted: HTMLLinkElement | undefined;
  let wanted = true;
  const draw = async () => {
    const icon = new Image(size, size);
    icon.src = usual.href;
    await icon.decode();
    if (!wanted) return;
    dotted = Object.assign(document.createElement("link"), { rel: "icon", href: withDot(icon) });
    usual.after(dotted);
    for (const link of links) link.remove();
  };
  // Without the icon, or where it comes from another site, the button and the badge have to do.
  draw().catch(() => {});
  return () => {
    wanted = false;
    dotted?.replaceWith(...links);
  };
}

function withDot(icon: HTMLImageElement): string {
  const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const context = canvas.getContext("2d");
  if (!context) throw new Error("this browser does not draw");
  context.drawImage(icon, 0, 0, size, size);
  context.arc(size * 0.74, size * 0.26, size * 0.24, 0, 2 * Math.PI);
  context.fillStyle = "#d92b20";
  context.fill();
  context.lineWidth = size * 0.06;
  context.strokeStyle = "#fff";
  context.stroke();
  return canvas.toDataURL();
}
