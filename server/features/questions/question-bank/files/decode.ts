import { FileRefused } from './question-file.ts';

/** Names the accepted formats in the error for a file of another format. */
export const WANTED = 'Envie uma planilha (.xlsx ou CSV), um .docx, ou um arquivo do Moodle (XML, GIFT ou Aiken).';

/** Kinds of files that people pick by mistake, by their first bytes. */
const strangers: readonly [signature: readonly number[], message: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], `Este arquivo é um ZIP, mas não uma planilha nem um documento do Word. ${WANTED}`],
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    'Este arquivo é do Excel ou do Word antigo, ou tem senha. Abra-o e salve como .xlsx ou .docx, sem senha.',
  ],
  [[0x25, 0x50, 0x44, 0x46], `Este arquivo é um PDF. ${WANTED}`],
  [[0xff, 0xd8, 0xff], `Este arquivo é uma imagem. ${WANTED}`],
  [[0x89, 0x50, 0x4e, 0x47], `Este arquivo é uma imagem. ${WANTED}`],
];
const NOT_TEXT = `Este arquivo não é de texto. ${WANTED}`;

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/** Decodes a file in any encoding that Excel and Moodle write. Normalises line ends and removes the byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  for (const [signature, message] of strangers) {
    if (startsWith(bytes, signature)) throw new FileRefused('unsupported_type', message);
  }
  const text = decoded(bytes).replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new FileRefused('bad_request', 'O arquivo está vazio.');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these signs are how a file shows that it is no text.
  const stray = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufffe\uffff]/.exec(text);
  if (stray) throw new FileRefused('unsupported_type', `${NOT_TEXT} (linha ${lineAt(text, stray.index)})`);
  return text.replace(/\r\n?/g, '\n').replaceAll('\f', '\n');
}

function decoded(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe]) || looksLikeUtf16(bytes)) return decodedUtf16(bytes, 'utf-16le');
  if (startsWith(bytes, [0xfe, 0xff])) return decodedUtf16(bytes, 'utf-16be');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    refuseMixture(bytes);
    return asPeopleWrite(new TextDecoder('windows-1252').decode(bytes), new TextDecoder('macintosh').decode(bytes));
  }
}

const accents = /\p{L}[áàâãéêíóôõúüç]|[áàâãéêíóôõúüçÁÀÂÃÉÊÍÓÔÕÚÇ][\p{Ll}]/gu;

/**
 * Both encodings have no byte order mark; only one of them decodes to Portuguese. Excel for Mac still writes the
 * second.
 */
function asPeopleWrite(windows: string, mac: string): string {
  const score = (text: string) => text.match(accents)?.length ?? 0;
  return score(mac) > score(windows) ? mac : windows;
}

function decodedUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new FileRefused('bad_request', 'O arquivo tem caracteres quebrados. Salve-o de novo como "CSV UTF-8".');
  }
}

/** "Texto Unicode" (UTF-16) without its byte order mark: every other byte of Western text is zero. */
function looksLikeUtf16(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 400);
  if (sample.length < 4 || bytes.length % 2 !== 0) return false;
  let zeros = 0;
  for (let index = 1; index < sample.length; index += 2) if (sample[index] === 0) zeros += 1;
  return zeros > sample.length / 2 / 2;
}

/**
 * Pieces of UTF-8 inside a Windows file would come out as 'Ã©'. A pair like 'Ã”' happens by chance in Windows text, so
 * a few among many do not count.
 */
function refuseMixture(bytes: Uint8Array): void {
  let whole = 0;
  let single = 0;
  let line = 1;
  let firstSingle = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    if (byte === 0x0a) line += 1;
    if (byte < 0x80) continue;
    const length = sequenceLength(bytes, index);
    if (length > 1) {
      whole += 1;
      index += length - 1;
    } else {
      single += 1;
      firstSingle ||= line;
    }
  }
  if (whole * 20 < single) return;
  throw new FileRefused(
    'bad_request',
    `O arquivo mistura duas codificações (veja a linha ${firstSingle}). Salve-o de novo como "CSV UTF-8".`,
  );
}

/** How many bytes the UTF-8 character here takes; 1 when it is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
  if (first >= 0xf5) return 1;
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next] ?? 0;
    if (byte < 0x80 || byte > 0xbf) return 1;
  }
  return length;
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split(/\r\n?|\n/).length;
}
