import { crc32 } from 'node:zlib';
import sharp from 'sharp';

let serial = 0;

/** A small receipt-like picture, different at each call. */
export async function receiptPhoto(
  format: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' = 'png',
): Promise<Buffer<ArrayBuffer>> {
  serial += 1;
  const background = { r: serial % 256, g: (serial >> 8) % 256, b: 120 };
  const picture = sharp({ create: { width: 240, height: 320, channels: 3, background } });
  return Buffer.from(await picture.toFormat(format).toBuffer());
}

/** A photo as phones take it: rotated, with the location where it was taken. */
export async function phonePhoto(): Promise<Buffer<ArrayBuffer>> {
  const picture = sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#445566' } })
    .withExif({ IFD0: { Make: 'Telefone', Orientation: '6' }, IFD3: { GPSLatitudeRef: 'S' } })
    .withMetadata({ orientation: 6 });
  return Buffer.from(await picture.jpeg().toBuffer());
}

/** A small valid PDF with one page, different at each call. */
export function receiptPdf(text = 'Comprovante de PIX'): Buffer<ArrayBuffer> {
  serial += 1;
  return writtenPdf(Buffer.from(`BT /F1 18 Tf 40 780 Td (${text} ${serial}) Tj ET`, 'latin1'));
}

/** A PDF with one page, whose content stream is these bytes. */
export function writtenPdf(stream: Buffer, filter = ''): Buffer<ArrayBuffer> {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} ${filter} >>\nstream\n${stream.toString('latin1')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, i) => {
    const at = body.length;
    body += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const start = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}

/** A PNG whose header claims a size, with next to no data. */
export function claimedPng(width: number, height: number): Buffer<ArrayBuffer> {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from('789c010100feff000001', 'hex')),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
