import { uploadFile } from "@/api/admin/upload";

interface LogoColors {
  background: string;
  text: string;
}

/** The icon and the share image that are made of a logo. */
export interface LogoImages {
  icon: string;
  shareImage: string;
}

/** Draws the logo as an icon and as a share image, and uploads both. */
export async function makeLogoImages(
  logoUrl: string,
  name: string,
  colors: LogoColors,
): Promise<LogoImages> {
  const logo = await loadImage(logoUrl);
  const icon = await draw(512, 512, "icon.png", (context) => {
    // Transparent, so that it suits light and dark tabs.
    drawInside(context, logo, 24, 24, 464, 464);
  });
  const share = await draw(1200, 630, "share.png", (context) => {
    context.fillStyle = colors.background;
    context.fillRect(0, 0, 1200, 630);
    drawInside(context, logo, 150, 70, 900, 340);
    context.fillStyle = colors.text;
    context.textAlign = "center";
    context.font = `700 ${Math.min(72, 1800 / Math.max(name.length, 1))}px sans-serif`;
    context.fillText(name, 600, 530, 1080);
  });
  return { icon: await uploadFile(icon), shareImage: await uploadFile(share) };
}

function loadImage(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.crossOrigin = "anonymous";
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error("The logo could not be loaded."));
    image.src = url;
  });
}

/** Draws the image as large as the box allows, in its middle. */
function drawInside(
  context: CanvasRenderingContext2D,
  image: HTMLImageElement,
  ...[x, y, width, height]: [number, number, number, number]
) {
  // An SVG without a size of its own has none here.
  const own = { width: image.naturalWidth || 300, height: image.naturalHeight || 300 };
  const scale = Math.min(width / own.width, height / own.height);
  const [w, h] = [own.width * scale, own.height * scale];
  context.drawImage(image, x + (width - w) / 2, y + (height - h) / 2, w, h);
}

async function draw(
  width: number,
  height: number,
  name: string,
  paint: (context: CanvasRenderingContext2D) => void,
): Promise<File> {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) throw new Error("This browser cannot draw pictures.");
  paint(context);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("The icon could not be made of this logo.");
  return new File([blob], name, { type: "image/png" });
}
