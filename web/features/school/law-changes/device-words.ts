import { LAW_MARKERS_COUNTED, LAW_UNREAD_COUNTED } from '#contract/school/law-change-limits.ts';
import { plural } from '#web/lib/format.ts';

const roman = [
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
] as const;

function romanOf(number: number): string {
  let [left, text] = [number, ''];
  for (const [value, letters] of roman) {
    while (left >= value) {
      text += letters;
      left -= value;
    }
  }
  return text;
}

const ordinal = (number: number) => (number < 10 ? `${number}º` : `${number}`);
const letterOf = (number: number) => String.fromCharCode(96 + number);

const steps: Record<string, (number: number, isOnly: boolean) => string> = {
  anx: (number) => `anexo ${romanOf(number)}`,
  art: (number) => `art. ${ordinal(number)}`,
  cpt: () => 'caput',
  par: (number, isOnly) => (isOnly ? 'parágrafo único' : `§ ${ordinal(number)}`),
  inc: (number) => romanOf(number),
  ali: (number) => letterOf(number),
  ite: (number) => `${number}`,
};

/** `art121-1_par2_inc6` as `art. 121-A, § 2º, VI`. The caput is named only where it is the device itself. */
export function deviceWords(lexId: string): string {
  const parts = lexId.split('_');
  const words = parts.flatMap((part, at) => {
    const [, kind = '', first = '', only = '', suffix] = /^([a-z]{3})(\d*)(u?)(?:-(\d+))?$/.exec(part) ?? [];
    const write = steps[kind];
    if (!write) return [part];
    if (kind === 'cpt' && at < parts.length - 1) return [];
    const letter = suffix === undefined ? '' : `-${letterOf(Number(suffix)).toUpperCase()}`;
    return [`${write(Number(first), only === 'u')}${letter}`];
  });
  return words.join(', ');
}

/** Texts whose citations are still being read. */
export const unreadWords = (count: number): string =>
  count >= LAW_UNREAD_COUNTED
    ? plural(count, 'texto ou mais ainda será lido', 'textos ou mais ainda serão lidos')
    : plural(count, 'texto ainda será lido', 'textos ainda serão lidos');

/** Students whose cards, notes or marks are about what changed. */
export const markedWords = (count: number): string =>
  count >= LAW_MARKERS_COUNTED
    ? plural(count, 'aluno ou mais marcou', 'alunos ou mais marcaram')
    : plural(count, 'aluno marcou', 'alunos marcaram');
