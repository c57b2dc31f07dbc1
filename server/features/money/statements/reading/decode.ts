import { StatementRefused } from './statement-file.ts';

const ADVICE = 'Baixe o extrato no site do banco como OFX ou CSV.';
/** Kinds of files that people pick by mistake, by their first bytes. */
const strangers: readonly [signature: readonly number[], what: string][] = [
  [[0x25, 0x50, 0x44, 0x46], 'um PDF'],
  [[0x50, 0x4b, 0x03, 0x04], 'uma planilha do Excel ou um ZIP'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'uma planilha antiga do Excel'],
  [[0xff, 0xd8, 0xff], 'uma imagem'],
  [[0x89, 0x50, 0x4e, 0x47], 'uma imagem'],
];

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/** The text of a statement. What the file declares counts for nothing: banks declare one charset and write another. */
export function decodeStatement(bytes: Uint8Array): string {
  for (const [signature, what] of strangers) {
    if (startsWith(bytes, signature)) {
      throw new StatementRefused('unsupported_type', `Este arquivo é ${what}. ${ADVICE}`);
    }
  }
  const text = decoded(bytes).replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new StatementRefused('bad_request', 'O arquivo está vazio.');
  if (text.includes('\0')) throw new StatementRefused('unsupported_type', `Este arquivo não é de texto. ${ADVICE}`);
  return text;
}

function decoded(bytes: Uint8Array): string {
  if (startsWith(bytes, [0xff, 0xfe])) return new TextDecoder('utf-16le').decode(bytes);
  if (startsWith(bytes, [0xfe, 0xff])) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
