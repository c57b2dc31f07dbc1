import { encode } from 'uqr';

/** White modules around the code, as the standard asks for. */
const QUIET_ZONE = 4;

/** A QR code as one SVG path on a square of `size` units, quiet zone included. */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  let path = '';
  data.forEach((row, y) => {
    // Neighbours in a row become one rectangle: a third of the path, and no hairlines between modules.
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x += 1;
      path += `M${start} ${y}h${x - start + 1}v1H${start}z`;
    }
  });
  return { size, path };
}
