import { open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { AppError } from '#server/http/errors.ts';
import type { SentFile } from '#server/http/uploads.ts';

/** What browsers show themselves. By content, never by name. */
const shown: Record<string, 'pdf' | 'image'> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'image',
  'image/png': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
};

/** What a school hands out. Everything but the above is saved and opened by the student's own programs. */
const accepted = /\.(pdf|jpe?g|png|webp|gif|docx?|xlsx?|pptx?|odt|ods|odp|rtf|txt|csv|epub|zip|mp3)$/i;
/** Programs, and pages that could run something: whatever they are called. */
const refused = /^(text\/html|application\/(x-msdownload|x-elf|x-mach-binary|x-msi|java-vm|wasm|x-sh|vnd\.ms-cab))/;

export const kindOf = (mimeType: string): 'pdf' | 'image' | 'file' => shown[mimeType] ?? 'file';

const notAccepted = () =>
  new AppError('unsupported_type', 'Envie um PDF, uma imagem, um documento do Office, um texto, um MP3 ou um ZIP.');

/** The content type that the file is served with. Throws a message for the author when the type is not allowed. */
export async function typeOf(file: SentFile, name: string): Promise<string> {
  const found = await fileTypeFromFile(file.path).catch(() => undefined);
  if (!accepted.test(name) || (found && refused.test(found.mime))) throw notAccepted();
  const isPdf = await beginsAsPdf(file.path);
  const type = isPdf ? 'application/pdf' : found?.mime;
  const kind = type === undefined ? 'file' : kindOf(type);
  // A name that promises what the content is not.
  if (/\.pdf$/i.test(name) !== (kind === 'pdf')) throw lying('PDF', name);
  if (/\.(jpe?g|png|webp|gif)$/i.test(name) && kind !== 'image') throw lying('imagem', name);
  return kind === 'file' || type === undefined ? 'application/octet-stream' : type;
}

const lying = (kind: string, name: string) =>
  new AppError(
    'unsupported_type',
    `“${name}” não é o que o nome diz (${kind}). Abra o arquivo, salve de novo e envie outra vez.`,
  );

async function beginsAsPdf(path: string): Promise<boolean> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(5), 0, 5, 0);
    return bytesRead === 5 && buffer.toString('latin1') === '%PDF-';
  } finally {
    await handle.close();
  }
}
