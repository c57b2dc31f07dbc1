/** The pictures of Word in the RTF of a clipboard; null for a format that no browser shows. */
export type RtfImage = Blob | null;

/** Longer than the id of a picture, shorter than any picture. */
const hexRun = /[0-9a-f\s]{128,}/i;

/**
 * In the HTML of a Word clipboard pictures are paths on the author's disk; the RTF contains the pictures in the same
 * order, as hexadecimal digits. Each appears a second time for old readers (`nonshppict`).
 */
export function imagesInRtf(rtf: string): RtfImage[] {
  const images: RtfImage[] = [];
  let at = nextPicture(rtf, 0);
  while (at !== -1) {
    const next = nextPicture(rtf, at + 1);
    if (!rtf.slice(Math.max(0, at - 20), at).includes('nonshppict')) {
      images.push(readPicture(rtf.slice(at, next === -1 ? undefined : next)));
    }
    at = next;
  }
  return images;
}

const nextPicture = (rtf: string, from: number) => {
  const found = rtf.slice(from).search(/\\pict(?![a-z])/);
  return found === -1 ? -1 : from + found;
};

function readPicture(group: string): RtfImage {
  const type = /\\(png|jpeg)blip/.exec(group)?.[1];
  const hex = type && hexRun.exec(group.slice(group.indexOf('blip')))?.[0].replace(/\s/g, '');
  if (!type || !hex) return null;
  const bytes = new Uint8Array(hex.length >> 1);
  for (let index = 0; index < bytes.length; index += 1) {
    bytes[index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16);
  }
  return new Blob([bytes], { type: `image/${type}` });
}
