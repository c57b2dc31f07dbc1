import { plural } from '#web/lib/format.ts';
import type { Download } from './courses-on-device.ts';

/** Texts, recordings and attachments that have come. */
export const bytesOnDevice = ({ bytes, files = [] }: Download, missingBytes: number): number =>
  files.reduce((sum, file) => sum + file.bytes, bytes) - missingBytes;

/** 'as aulas, as questões delas, 3 gravações e 1 anexo' */
export function contentOf({ files = [] }: Pick<Download, 'files'>): string {
  const count = (kind: string) => files.filter((file) => file.kind === kind).length;
  const named = [
    'as aulas',
    'as questões delas',
    count('recording') > 0 && plural(count('recording'), 'gravação', 'gravações'),
    count('attachment') > 0 && plural(count('attachment'), 'anexo', 'anexos'),
  ].filter((words) => words !== false);
  return `${named.slice(0, -1).join(', ')} e ${named.at(-1)}`;
}
