import { TRUE_FALSE } from '#contract/questions/question-kind.ts';
import { searchKey } from '#server/db/keys.ts';
import { LETTERS } from './csv-columns.ts';
import { excerptOf } from './question-file.ts';

const CHECKS = '✓✔☑✅';
const CROSSES = '✗✘☒❌';

/** What people put around a letter: 'C)', '(c)', 'Letra C', 'Alternativa c.', '“C”'. */
const bare = (told: string) =>
  told
    .trim()
    .replace(/^(?:gabarito|resposta|letra|alternativa|op[cç][aã]o|item)\s*:?\s+/iu, '')
    .replace(/^[\s([{"'“‘]+|[\s)\]}.:;,"'”’ºª–-]+$/gu, '')
    .toUpperCase();

const verdicts: readonly (readonly string[])[] = [
  ['C', 'CERTO', 'CERTA', 'V', 'VERDADEIRO', 'VERDADEIRA', 'TRUE', ...CHECKS],
  ['E', 'ERRADO', 'ERRADA', 'F', 'FALSO', 'FALSA', 'FALSE', ...CROSSES],
];

export const isTrueFalse = (texts: readonly string[]) =>
  texts.length === TRUE_FALSE.length &&
  texts.every((text, place) => searchKey(text) === searchKey(TRUE_FALSE[place] ?? ''));

/** The verdict of a key: Certo (0), Errado (1), or -1 for neither. */
export const verdictOf = (told: string) => verdicts.findIndex((words) => words.includes(bare(told)));

/** Whether a cell could be an answer key: a letter, a number, a verdict. */
export function looksLikeKey(told: string): boolean {
  const key = bare(told);
  return LETTERS.includes(key) || /^[1-6]$/.test(key) || verdictOf(told) >= 0;
}

/** The index of the option that a key names. Returns a message when it names none, or more than one. */
export function rightOption(told: string, texts: readonly string[]): number | string {
  const key = bare(told);
  if (/^(C|CERTO)\s*\/\s*(E|ERRADO)$/.test(key)) {
    return `O gabarito diz "${excerptOf(told)}", que é o tipo da questão. Escreva C (certo) ou E (errado).`;
  }
  if (isTrueFalse(texts)) {
    const verdict = verdictOf(told);
    if (verdict >= 0) return verdict;
  }
  const place = LETTERS.indexOf(key) >= 0 ? LETTERS.indexOf(key) : /^[1-6]$/.test(key) ? Number(key) - 1 : -1;
  if (place >= 0) return place < texts.length ? place : `A alternativa certa (${LETTERS[place]}) está vazia.`;
  return namedOption(told, texts) ?? noKey(told, key);
}

/** 'C) Paris', or the words of one of the options. */
function namedOption(told: string, texts: readonly string[]): number | null {
  const [, letter = '', rest = ''] = /^\s*\(?([a-f])\s*[).:–-]\s*(.+)$/isu.exec(told) ?? [];
  const place = LETTERS.indexOf(letter.toUpperCase());
  if (place >= 0 && searchKey(texts[place] ?? '') === searchKey(rest)) return place;
  const found = texts.flatMap((text, at) => (searchKey(text) === searchKey(told) ? at : []));
  return found.length === 1 ? (found[0] ?? null) : null;
}

const noKey = (told: string, key: string) =>
  /[;,\s/]/.test(key) && /^[A-F1-6;,\s/E]+$/.test(key)
    ? 'Só uma alternativa pode ser a certa.'
    : `O gabarito deve ter uma letra de A a ${LETTERS.at(-1)}, e tem "${excerptOf(told)}".`;

const before = new RegExp(`^(?:[${CHECKS}*]+|\\[\\s*x\\s*\\]|\\(\\s*x\\s*\\))\\s*`, 'iu');
const behind = new RegExp(
  `\\s*(?:[${CHECKS}]+|\\*+|\\((?:certa|correta|gabarito)\\)|\\[(?:certa|correta|x)\\])$`,
  'iu',
);

/** An option without the sign by which it is marked as right. */
export function withoutKeySign(text: string): { text: string; isMarked: boolean } {
  const rest = text.replace(before, '').replace(behind, '').trim();
  return rest !== '' && rest !== text.trim() ? { text: rest, isMarked: true } : { text, isMarked: false };
}
