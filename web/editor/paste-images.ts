import { imagesInRtf } from './rtf-images.ts';

/** An image of a pasted text that is being imported: uploaded from here, or fetched by the server. */
export type PastedImage = { src: string; file: File } | { src: string; address: string };
export type PastedImages = { images: PastedImage[]; missing: number };

/** The most images of one paste. */
const IMAGES_MAX = 40;

const named = (blob: Blob) => new File([blob], 'imagem colada', { type: blob.type });

/** Decodes a `data:` address without fetch, which the content security policy would refuse. */
function readDataAddress(address: string): File | null {
  const [, type, isBase64, content = ''] = /^data:(image\/[a-z0-9.+-]+)[^,]*?(;base64)?,(.*)$/is.exec(address) ?? [];
  if (!type || !isBase64) return null;
  try {
    const bytes = Uint8Array.from(atob(content.replace(/\s/g, '')), (sign) => sign.charCodeAt(0));
    return named(new Blob([bytes], { type }));
  } catch {
    return null;
  }
}

/** Blob addresses of images that are uploading; the editor accepts no other blob address. */
const onTheirWay = new Set<string>();
export const isOnItsWay = (src: string) => onTheirWay.has(src);

const show = (file: File): PastedImage => {
  const src = URL.createObjectURL(file);
  onTheirWay.add(src);
  return { src, file };
};

const ownPath = (src: string): string | null => {
  const url = URL.parse(src, location.href);
  return url?.origin === location.origin && url.pathname.startsWith('/api/media/') ? url.pathname : null;
};

/**
 * Prepares the images of a pasted text: embedded ones get a blob address until they are stored; images that cannot be
 * imported are removed and counted. Images of the product stay as they are.
 */
export function takeImages(body: HTMLElement, rtf: string): PastedImages {
  const elements = [...body.querySelectorAll('img')];
  const onDisk = elements.filter((image) => /^file:/i.test(image.getAttribute('src') ?? ''));
  const fromRtf = onDisk.length > 0 && rtf !== '' ? imagesInRtf(rtf) : [];
  const images: PastedImage[] = [];
  let missing = 0;

  const bring = (image: HTMLImageElement): PastedImage | null => {
    if (images.length >= IMAGES_MAX) return null;
    const src = image.getAttribute('src') ?? '';
    if (/^https?:/i.test(src)) return { src, address: src };
    if (/^data:/i.test(src)) {
      const file = readDataAddress(src);
      return file && show(file);
    }
    // The order identifies each picture only if both sources have the same number of pictures.
    const blob = fromRtf.length === onDisk.length ? fromRtf[onDisk.indexOf(image)] : null;
    return blob ? show(named(blob)) : null;
  };

  for (const image of elements) {
    const own = ownPath(image.getAttribute('src') ?? '');
    if (own) {
      image.setAttribute('src', own);
      continue;
    }
    const brought = bring(image);
    if (brought) {
      image.setAttribute('src', brought.src);
      images.push(brought);
    } else {
      image.remove();
      missing += 1;
    }
  }
  return { images, missing };
}
