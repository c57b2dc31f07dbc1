import { buffer } from 'node:stream/consumers';
import sharp, { type OverlayOptions } from 'sharp';
import { WHITE } from '#contract/platform/brand-palette.ts';
import type { Db } from '#server/db/handle.ts';
import type { Files } from '#server/files/files.ts';
import { type BrandFile, type BrandSettings, brandColours, brandVersion } from '#server/school/brand.ts';
import { findPictureFile } from '#server/school/school-pictures.store.ts';
import { PICTURE_WIDTH, writeLines } from './lettering.ts';

type Needs = { db: Db; files: Files };

const LINK_HEIGHT = 630;
const clear = { r: 0, g: 0, b: 0, alpha: 0 };
const white = { r: 255, g: 255, b: 255 };

/** The product's symbol in the colours of the school. */
const symbolOf = (sun: string, line: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 32 32"><path fill="${sun}" d="M5 20a11 11 0 0 1 22 0Z"/><path fill="${line}" d="M1 22h30v4H1z"/></svg>`,
  );

/** Throws when a setting names a picture that is missing: what is rendered without it must not be cached. */
async function readPicture({ db, files }: Needs, address: string | null): Promise<Buffer | null> {
  if (address === null) return null;
  const key = await findPictureFile(db, address);
  const opened = key === undefined ? null : await files.read(key);
  if (!opened) throw new Error(`the picture ${address} of the school cannot be read`);
  return buffer(opened.stream);
}

const fitted = (picture: Buffer, width: number, height: number) =>
  sharp(picture).resize({ width, height, fit: 'contain', background: clear }).png().toBuffer();

/** A square with the symbol in its middle, on the main colour or on nothing. */
async function square(symbol: Buffer, size: number, { share, ground }: { share: number; ground: string | null }) {
  const inner = Math.round(size * share);
  return sharp({ create: { width: size, height: size, channels: 4, background: ground ?? clear } })
    .composite([{ input: await fitted(symbol, inner, inner), gravity: 'centre' }])
    .png()
    .toBuffer();
}

/** A logo on a white plate: it was made for light backgrounds. */
async function plated(logo: Buffer, width: number, height: number): Promise<Buffer> {
  const inner = await sharp(logo)
    .resize({ width: width - 80, height: height - 80, fit: 'inside' })
    .png()
    .toBuffer();
  return sharp(inner)
    .extend({ top: 40, bottom: 40, left: 40, right: 40, background: white })
    .flatten({ background: white })
    .png()
    .toBuffer();
}

const onColour = (background: string, layers: OverlayOptions[]): Promise<Buffer> =>
  sharp({ create: { width: PICTURE_WIDTH, height: LINK_HEIGHT, channels: 3, background } })
    .composite(layers)
    .png({ palette: true, effort: 4 })
    .toBuffer();

async function placed(picture: Buffer, top: number): Promise<OverlayOptions> {
  const { width } = await sharp(picture).metadata();
  return { input: picture, left: Math.round((PICTURE_WIDTH - width) / 2), top };
}

/** The line in the accent that every picture of 1200 by 630 ends with. */
const foot = (accent: string): OverlayOptions => ({
  input: { create: { width: PICTURE_WIDTH, height: 12, channels: 3, background: accent } },
  left: 0,
  top: LINK_HEIGHT - 12,
});

/** The preview of a shared link: the logo, else the symbol with the name of the school. */
async function linkPicture(needs: Needs, brand: BrandSettings): Promise<Buffer> {
  const { colour, accent } = brandColours(brand);
  const dark = await readPicture(needs, brand.logoDark);
  const light = dark ? null : await readPicture(needs, brand.logo);
  if (dark || light) {
    const logo = dark ? await fitted(dark, 860, 300) : await plated(light as Buffer, 860, 300);
    const { height } = await sharp(logo).metadata();
    return onColour(colour, [await placed(logo, Math.round((LINK_HEIGHT - height) / 2)), foot(accent)]);
  }
  const symbol = await fitted((await readPicture(needs, brand.mark)) ?? symbolOf(accent, WHITE), 240, 240);
  const name = await writeLines([{ text: brand.schoolName, height: 110, top: 390, colour: white }]);
  return onColour(colour, [await placed(symbol, 110), ...(name ?? []), foot(accent)]);
}

/** The ground of a certificate's picture: symbol and title; name and course are written below. */
async function certificateGround(needs: Needs, brand: BrandSettings): Promise<Buffer> {
  const { colour, accent } = brandColours(brand);
  const symbol = await fitted((await readPicture(needs, brand.mark)) ?? symbolOf(accent, WHITE), 190, 190);
  const words = await writeLines([
    { text: 'Certificado de conclusão', height: 60, top: 56, colour: white },
    { text: brand.schoolName, height: 50, top: 340, colour: white },
  ]);
  return onColour(colour, [await placed(symbol, 134), ...(words ?? []), foot(accent)]);
}

async function render(needs: Needs, brand: BrandSettings, file: BrandFile | 'certificate'): Promise<Buffer | null> {
  if (file === 'link.png') return linkPicture(needs, brand);
  if (file === 'certificate') return certificateGround(needs, brand);
  if (file === 'logo.png' || file === 'logo-dark.png') {
    const logo = await readPicture(needs, file === 'logo.png' ? brand.logo : brand.logoDark);
    // Twice the size it is shown at, for sharp screens.
    return (
      logo && sharp(logo).resize({ width: 640, height: 112, fit: 'inside', withoutEnlargement: true }).png().toBuffer()
    );
  }
  const mark = await readPicture(needs, brand.mark);
  if (file === 'mark.png') return mark && fitted(mark, 192, 192);
  const { colour, accent } = brandColours(brand);
  const symbol = mark ?? symbolOf(accent, WHITE);
  const size = Number(/\d+/.exec(file)?.[0]);
  // A maskable icon is cut to any shape: what matters is within the inner four fifths.
  if (file === 'icon-maskable-512.png') return square(symbol, size, { share: 0.6, ground: colour });
  // A symbol of the school is its own icon; the product's sun needs a ground.
  const isOpaque = mark === null || file === 'icon-180.png';
  return square(symbol, size, { share: mark ? 1 : 0.72, ground: isOpaque ? colour : null });
}

/**
 * Renders the pictures of the current brand once each. Concurrent requests share one rendering; a failed one is tried
 * again by the next request. Null: the school has no such picture.
 */
export function createBrandPictures(needs: Needs) {
  let version = '';
  let made = new Map<string, Promise<Buffer | null>>();
  return (brand: BrandSettings, file: BrandFile | 'certificate'): Promise<Buffer | null> => {
    const now = brandVersion(brand);
    if (now !== version) {
      version = now;
      made = new Map();
    }
    let rendering = made.get(file);
    if (!rendering) {
      rendering = render(needs, brand, file);
      const [own, key] = [made, file];
      own.set(key, rendering);
      rendering.catch(() => own.delete(key));
    }
    return rendering;
  };
}

/** What is shown while a picture of the school cannot be read: the product's symbol in the school's colours. */
export async function renderFallback(needs: Needs, brand: BrandSettings, file: BrandFile): Promise<Buffer | null> {
  const plain = { ...brand, logo: null, logoDark: null, mark: null };
  const { colour, accent } = brandColours(brand);
  if (file === 'mark.png' || file === 'logo.png')
    return square(symbolOf(accent, colour), 112, { share: 1, ground: null });
  if (file === 'logo-dark.png') return square(symbolOf(accent, WHITE), 112, { share: 1, ground: null });
  return render(needs, plain, file);
}
