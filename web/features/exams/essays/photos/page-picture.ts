import { type Corners, isSheet, type Pixels, sheetSize, straighten, wholePicture } from './straighten.ts';

/** The longest side on which a student works; a page is stored smaller. */
const WORKING_SIDE = 2400;
/** The longest side that is sent: the server stores pages of 2000 pixels. */
const SENT_SIDE = 2000;
const QUALITY = 0.9;

const canvasOf = (width: number, height: number) => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  return canvas;
};

/** A picture as a canvas: upright as the photo says, without its metadata. Null: this browser cannot read it. */
export async function openPicture(source: Blob | HTMLImageElement): Promise<HTMLCanvasElement | null> {
  const bitmap = await createImageBitmap(source).catch(() => null);
  if (!bitmap) return null;
  const scale = Math.min(1, WORKING_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = canvasOf(
    Math.max(1, Math.round(bitmap.width * scale)),
    Math.max(1, Math.round(bitmap.height * scale)),
  );
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

/** A page that the server stores, opened for another adjustment. */
export async function openStoredPage(address: string): Promise<HTMLCanvasElement | null> {
  const image = new Image();
  image.src = address;
  const isLoaded = await image.decode().then(
    () => true,
    () => false,
  );
  return isLoaded ? openPicture(image) : null;
}

/** A quarter turn to the right. */
export function turned(picture: HTMLCanvasElement): HTMLCanvasElement {
  const canvas = canvasOf(picture.height, picture.width);
  const context = canvas.getContext('2d');
  context?.translate(canvas.width, 0);
  context?.rotate(Math.PI / 2);
  context?.drawImage(picture, 0, 0);
  return canvas;
}

/** The sheet between the corners, straight. */
export function cut(picture: HTMLCanvasElement, corners: Corners): HTMLCanvasElement {
  const size = sheetSize(corners, picture, SENT_SIDE);
  const canvas = canvasOf(size.width, size.height);
  const context = canvas.getContext('2d');
  const isWhole = corners.every(({ x, y }, index) => x === wholePicture[index]?.x && y === wholePicture[index]?.y);
  if (isWhole || !isSheet(corners)) {
    context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    return canvas;
  }
  const source: Pixels | undefined = picture.getContext('2d')?.getImageData(0, 0, picture.width, picture.height);
  const target = context?.createImageData(canvas.width, canvas.height);
  if (source && target) {
    straighten(source, corners, target);
    context?.putImageData(target, 0, 0);
  }
  return canvas;
}

export const encoded = (picture: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => picture.toBlob(resolve, 'image/jpeg', QUALITY));
