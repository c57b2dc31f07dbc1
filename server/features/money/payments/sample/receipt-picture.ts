import sharp from 'sharp';

/** A slip as a card machine prints it, five by seven dots a letter. It uses no fonts, because a server has none. */
const letters: Record<string, string> = {
  A: '01110100011000111111100011000110001',
  B: '11110100011000111110100011000111110',
  C: '01110100011000010000100001000101110',
  D: '11110100011000110001100011000111110',
  E: '11111100001000011110100001000011111',
  F: '11111100001000011110100001000010000',
  G: '01110100011000010111100011000101110',
  H: '10001100011000111111100011000110001',
  I: '01110001000010000100001000010001110',
  J: '00111000100001000010000101001001100',
  K: '10001100101010011000101001001010001',
  L: '10000100001000010000100001000011111',
  M: '10001110111010110101100011000110001',
  N: '10001110011010110011100011000110001',
  O: '01110100011000110001100011000101110',
  P: '11110100011000111110100001000010000',
  Q: '01110100011000110001101011001001101',
  R: '11110100011000111110101001001010001',
  S: '01111100001000001110000010000111110',
  T: '11111001000010000100001000010000100',
  U: '10001100011000110001100011000101110',
  V: '10001100011000110001100010101000100',
  W: '10001100011000110101101011101110001',
  X: '10001100010101000100010101000110001',
  Y: '10001100010101000100001000010000100',
  Z: '11111000010001000100010001000011111',
  0: '01110100011001110101110011000101110',
  1: '00100011000010000100001000010001110',
  2: '01110100010000100110010001000011111',
  3: '11110000010000101110000010000111110',
  4: '00010001100101010010111110001000010',
  5: '11111100001111000001000011000101110',
  6: '00110010001000011110100011000101110',
  7: '11111000010001000100010000100001000',
  8: '01110100011000101110100011000101110',
  9: '01110100011000101111000010001001100',
  $: '00100011111010001110001011111000100',
  ',': '00000000000000000000001000010001000',
  '.': '00000000000000000000000000110001100',
  ':': '00000011000110000000011000110000000',
  '-': '00000000000000011111000000000000000',
  '/': '00001000010001000100010001000010000',
};

const DOT = 3;
const STEP = { across: 6 * DOT, down: 11 * DOT };
const MARGIN = 24;

/** A picture of the lines, as a phone's camera would send it. Accents fall away, as on every slip. */
export async function receiptPicture(lines: readonly string[], { blurred = false } = {}): Promise<Buffer> {
  const width = MARGIN * 2 + Math.max(...lines.map((line) => line.length)) * STEP.across;
  const height = MARGIN * 2 + lines.length * STEP.down;
  const pixels = Buffer.alloc(width * height, 246);
  lines.forEach((line, row) => {
    [...plain(line)].forEach((letter, column) => {
      renderReceipt(pixels, width, letters[letter] ?? '', MARGIN + column * STEP.across, MARGIN + row * STEP.down);
    });
  });
  const picture = sharp(pixels, { raw: { width, height, channels: 1 } });
  return (blurred ? picture.blur(7) : picture).png().toBuffer();
}

function renderReceipt(pixels: Buffer, width: number, dots: string, left: number, top: number): void {
  [...dots].forEach((dot, place) => {
    if (dot !== '1') return;
    const [x, y] = [left + (place % 5) * DOT, top + Math.floor(place / 5) * DOT];
    for (let line = 0; line < DOT; line += 1) pixels.fill(40, (y + line) * width + x, (y + line) * width + x + DOT);
  });
}

const plain = (line: string) => line.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
