/** What a browser may draw of a phone's photo without running out of memory. */
const PIXELS_MAX = 25_000_000;

export const isHeic = (file: File) => /^image\/hei[cf]/.test(file.type) || /\.hei[cf]$/i.test(file.name);

/**
 * A phone's HEIC photo as JPEG where this browser can read one (Safari can). Elsewhere the file goes as it is, and
 * the server says what to do.
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
