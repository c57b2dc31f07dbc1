import { crc32, deflateSync } from 'node:zlib';

/** Pixels row by row, with one byte for each channel: grey, red-green-blue, or those and opacity. */
export type Pixels = { width: number; height: number; channels: 1 | 3 | 4; data: Uint8Array };

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const colourTypes = { 1: 0, 3: 2, 4: 6 } as const;

/** Encodes pixels as a PNG. */
export function encodePng({ width, height, channels, data }: Pixels): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  header[9] = colourTypes[channels];
  const stride = width * channels;
  // Each row begins with the number of its filter; 0 is none.
  const rows = Buffer.alloc((stride + 1) * height);
  for (let row = 0; row < height; row += 1) {
    rows.set(data.subarray(row * stride, (row + 1) * stride), row * (stride + 1) + 1);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const made = Buffer.alloc(8 + body.length);
  made.writeUInt32BE(content.length, 0);
  body.copy(made, 4);
  made.writeUInt32BE(crc32(body), 4 + body.length);
  return made;
}
