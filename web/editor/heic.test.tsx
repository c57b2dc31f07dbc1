import { expect, it, onTestFinished, vi } from 'vitest';
import { asReadablePhoto } from './heic.ts';

const photo = new File(['x'], 'IMG_0001.HEIC', { type: 'image/heic' });
const close = vi.fn();
const canRead = (read: () => Promise<unknown>) => {
  Object.assign(globalThis, { createImageBitmap: read });
  onTestFinished(() => {
    Reflect.deleteProperty(globalThis, 'createImageBitmap');
    close.mockClear();
  });
};
/** A browser that can decode the photo, with this size. */
const reads = (width: number, height: number) => canRead(async () => ({ width, height, close }));

it('a HEIC photo becomes a JPEG if the browser can decode it', async () => {
  reads(4000, 3000);
  const draw = vi.fn();
  const canvas = HTMLCanvasElement.prototype;
  const context = vi.spyOn(canvas, 'getContext').mockReturnValue({ drawImage: draw } as unknown as null);
  const blob = vi.spyOn(canvas, 'toBlob').mockImplementation((done) => done(new Blob(['j'])));
  onTestFinished(() => {
    context.mockRestore();
    blob.mockRestore();
  });
  const { name, type } = await asReadablePhoto(photo);
  expect([name, type]).toEqual(['IMG_0001.jpg', 'image/jpeg']);
  expect(draw).toHaveBeenCalledOnce();
  expect(close).toHaveBeenCalledOnce();
});

it('a HEIC photo that the browser cannot decode, or above 25 megapixels, is sent as it is', async () => {
  canRead(() => Promise.reject(new Error('unknown')));
  expect(await asReadablePhoto(photo)).toBe(photo);
  reads(6000, 4200);
  expect(await asReadablePhoto(photo)).toBe(photo);
  // Its hundred megabytes are released at once.
  expect(close).toHaveBeenCalledOnce();
});

it('other images are not converted', async () => {
  const png = new File(['x'], 'mapa.png', { type: 'image/png' });
  expect(await asReadablePhoto(png)).toBe(png);
});
