import { readFile } from 'node:fs/promises';

export type Picture = {
  width: number;
  height: number;
  filter: string;
  /** More of its head. */
  more?: string;
  /** Ink is painted through it. */
  isMask?: boolean;
  content: Uint8Array;
};

/** The same three lines, 2480 pixels wide (JPEG 2000: 1240), as tiff2pdf, an encoder of JBIG2 and OpenJPEG wrote them. */
const scans = {
  'CCITT G4': { file: 'page.g4', filter: 'CCITTFaxDecode', more: '/DecodeParms << /K -1 /Columns 2480 /Rows 700 >>' },
  JBIG2: { file: 'page.jb2', filter: 'JBIG2Decode', more: '' },
  'JPEG 2000': { file: 'page.jp2', filter: 'JPXDecode', more: '' },
} as const;

export const scanEncodings = ['CCITT G4', 'JBIG2', 'JPEG 2000'] as const;
export const SCANNED_LINES = [
  '1. Sobre a administração pública, assinale a correta.',
  'A) O servidor é estável após três anos.',
  'B) A licitação não é obrigatória.',
];

export async function scanIn(encoding: (typeof scanEncodings)[number]): Promise<Picture> {
  const { file, filter, more } = scans[encoding];
  const content = await readFile(new URL(`./scans/${file}`, import.meta.url));
  const [width, height] = encoding === 'JPEG 2000' ? [1240, 350] : [2480, 700];
  return { width, height, filter, more, content };
}

type Page = {
  size?: { width: number; height: number };
  count?: number /** Painted small, before the page. */;
  stamp?: Picture;
};

/** Pages that one picture fills. */
export function picturedPdf(
  picture: Picture,
  { size = { width: 595, height: 168 }, count = 1, stamp }: Page = {},
): Buffer {
  const paint = `${stamp ? 'q 0 g 30 0 0 30 5 5 cm /S Do Q ' : ''}q 0 g ${size.width} 0 0 ${size.height} 0 0 cm /I Do Q`;
  const kids = Array.from({ length: count }, (_, at) => `${at + 5} 0 R`).join(' ');
  const pictures = `/I 4 0 R${stamp ? ` /S ${count + 5} 0 R` : ''}`;
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size.width} ${size.height}] /Contents 3 0 R /Resources << /XObject << ${pictures} >> >> >>`;
  const objects = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${count} >>`),
    Buffer.from(`<< /Length ${paint.length} >>\nstream\n${paint}\nendstream`),
    imageOf(picture),
    ...Array.from({ length: count }, () => Buffer.from(page)),
    ...(stamp ? [imageOf(stamp)] : []),
  ];
  // Without a table: pdfjs looks for the objects by itself.
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...objects.flatMap((object, at) => [Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]),
    Buffer.from('trailer << /Root 1 0 R >>\n%%EOF'),
  ]);
}

function imageOf({ width, height, filter, more = '', isMask = false, content }: Picture): Buffer {
  const ink = isMask ? '/ImageMask true' : `${filter === 'JPXDecode' ? '' : '/ColorSpace /DeviceGray'}`;
  return Buffer.concat([
    Buffer.from(
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${filter === 'JPXDecode' ? 8 : 1} ${ink} /Filter /${filter} ${more} /Length ${content.length} >>\nstream\n`,
    ),
    content,
    Buffer.from('\nendstream'),
  ]);
}
