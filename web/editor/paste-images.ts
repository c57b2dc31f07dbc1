import { imagesInRtf } from './rtf-images.ts';

/** An image of a pasted text that is on its way into the product: sent from here, or fetched by the server. */
export type PastedImage = { src: string; file: File } | { src: string; address: string };
export type PastedImages = { images: PastedImage[]; missing: number };

/** What one paste may bring. */
const IMAGES_MAX = 40;

const named = (blob: Blob) => new File([blob], 'imagem colada', { type: blob.type });

/** `data:` without asking the network for it, which the page's policy would refuse. */
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

/** Blob addresses of images that are being sent; the editor takes no other. */
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
 * Takes the images of a pasted text in hand: those inside it get an address to be shown by until they are stored, and
 * what cannot come is taken out and counted. Images of the product itself stay as they are.
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
    // Only where both sides tell of the same number of pictures is it certain which is which.
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
