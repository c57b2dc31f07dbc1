/** The largest photo that a browser may decode without running out of memory. */
const PIXELS_MAX = 25_000_000;

export const isHeic = (file: File) => /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);

/**
 * Converts a HEIC photo of a phone to JPEG if this browser can decode it (Safari can). Otherwise the file is sent as it
 * is, and the server answers what to do.
 */
export async function asReadablePhoto(file: File): Promise<File> {
  if (!isHeic(file)) return file;
  const photo = await createImageBitmap(file).catch(() => null);
  if (!photo) return file;
  if (photo.width * photo.height > PIXELS_MAX) {
    photo.close();
    return file;
  }
  const canvas = document.createElement('canvas');
  canvas.width = photo.width;
  canvas.height = photo.height;
  canvas.getContext('2d')?.drawImage(photo, 0, 0);
  photo.close();
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  return jpeg ? new File([jpeg], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' }) : file;
}
