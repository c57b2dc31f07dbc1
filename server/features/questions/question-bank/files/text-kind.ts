import { isAiken } from './aiken-read.ts';
import { columnName, isField } from './csv-columns.ts';
import { WANTED } from './decode.ts';
import { isMarkup, isMoodleXml } from './moodle-xml.ts';
import { isNumbered, linesOf } from './numbered-read.ts';
import { type FileKind, FileRefused } from './question-file.ts';

type TextKind = Exclude<FileKind, 'xlsx' | 'docx' | 'pdf'>;

const HEADER_WITHIN = 20;
/** Features that only GIFT has: braces with an answer sign, a name between colons, a category. */
const giftSigns = /(?<!\\)\{(?:\s*(?:\}|[=~#%]|T\b|F\b|TRUE\b|FALSE\b)|[^{}]*(?<!\\)[~=])|^::[^\n]*?::|^\$CATEGORY:/m;

/**
 * Detects the format of a text by its content, and by its name when the content is ambiguous. Refuses unknown formats.
 */
export function kindOfText(text: string, name: string): TextKind {
  if (isMoodleXml(text)) return 'moodle';
  if (isMarkup(text) && !giftSigns.test(text)) {
    throw new FileRefused(
      'unsupported_type',
      `Este arquivo é XML ou HTML, mas não um questionário do Moodle. ${WANTED}`,
    );
  }
  if (/\.(csv|tsv)$/i.test(name)) return 'csv';
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (hasHeader(lines)) return 'csv';
  if (isAiken(text)) return 'aiken';
  if (/\.gift(\.txt)?$/i.test(name) || giftSigns.test(text)) return 'gift';
  if (isNumbered(linesOf(text))) return 'text';
  // Cells that were copied from a spreadsheet.
  if (lines.length > 1 && lines.every((line) => line.split('\t').length > 2)) return 'csv';
  throw new FileRefused(
    'bad_request',
    `Não reconhecemos questões neste arquivo. ${WANTED} Em texto, numere as questões (1., 2.), dê letras às alternativas e diga o gabarito.`,
  );
}

/** A row near the top that names at least two of our columns. */
const hasHeader = (lines: readonly string[]) =>
  lines.slice(0, HEADER_WITHIN).some((line) => {
    const cells = line.split(/[;,\t]/).map((cell) => columnName(cell.replaceAll('"', '')));
    return cells.includes('enunciado') && cells.filter(isField).length >= 2;
  });
