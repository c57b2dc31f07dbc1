import type { LawArticlePage, LawDevice } from '#contract/content/laws.ts';
import type { ArticleQuestion } from '#contract/study/law-study.ts';
import { formatDay } from '#web/lib/calendar-day.ts';

const remarks =
  /(?: ?\((?:Reda[cç][aã]o dada|Inclu[ií]d[oa]|Acrescid[oa]|Acrescentad[oa]|Renumerad[oa])[^()]{0,160}\)){1,4}[.;]?$/iu;

/** A device's text without the publisher's remarks at its end, which the page shows as a label. */
export function textWithoutRemarks({ text, amending }: Pick<LawDevice, 'text' | 'amending'>): string {
  return amending === '' ? text : text.slice(0, remarkStart(text));
}

function remarkStart(text: string): number {
  const from = Math.max(0, text.length - 700);
  const found = remarks.exec(text.slice(from));
  return found && found.index + from > 0 ? found.index + from : text.length;
}

const types: readonly [RegExp, string][] = [
  [/^emenda constitucional/i, 'EC'],
  [/^lei complementar/i, 'LC'],
  [/^medida provis[oó]ria/i, 'MP'],
  [/^decreto[- ]lei/i, 'DL'],
  [/^decreto/i, 'Decreto'],
  [/^lei/i, 'Lei'],
];

/** `Emenda Constitucional nº 104, de 2019` as `EC 104, 2019`; other names as they are. */
export function shortAmending(amending: string): string {
  const type = types.find(([shape]) => shape.test(amending))?.[1];
  const number = /\d[\d.]{0,9}(?:-\d{1,2})?/.exec(amending)?.[0];
  const year = /\b(?:19|20)\d{2}\b(?!.*\b(?:19|20)\d{2}\b)/.exec(amending)?.[0];
  if (!type || !number) return amending.length > 40 ? `${amending.slice(0, 39)}…` : amending;
  return year && year !== number ? `${type} ${number}, ${year}` : `${type} ${number}`;
}

const stateWords = { in_force: '', revoked: 'revogado', vetoed: 'vetado' } as const;

type HistoryText = Pick<
  LawArticlePage['history'][number],
  'amending' | 'state' | 'from' | 'publishedOn' | 'until' | 'isLater'
>;

/** `Lei 10.741, 2003, publicada em 01/10/2003, de 01/01/2004 até 31/12/2009`; unknown days are left out. */
export function historyWords({ amending, state, from, publishedOn, until, isLater }: HistoryText): string {
  const isVacatio = publishedOn !== null && from !== null && publishedOn < from;
  const words = [
    amending === '' ? (isLater ? 'texto posterior' : 'texto anterior') : shortAmending(amending),
    stateWords[state],
    isVacatio ? `publicada em ${formatDay(publishedOn)}` : '',
    from === null ? '' : until === null ? `desde ${formatDay(from)}` : `de ${formatDay(from)}`,
    until === null ? '' : `até ${formatDay(dayBefore(until))}`,
  ];
  return words.filter((one) => one !== '').join(', ');
}

/** The stored end is the first day without the text; people name the last day with it. */
function dayBefore(day: string): string {
  const before = new Date(day);
  before.setUTCDate(before.getUTCDate() - 1);
  return before.toISOString().slice(0, 10);
}

/** Capitals of official texts in the form of a sentence: `DOS DIREITOS SOCIAIS` as `Dos direitos sociais`. */
export function calmTitle(title: string): string {
  if (title !== title.toUpperCase()) return title;
  const small = title.toLowerCase();
  return small.charAt(0).toUpperCase() + small.slice(1);
}

/** `TÍTULO II` as `Título II`. */
export const calmLabel = (label: string): string =>
  label.replace(/^\p{Lu}{3,}/u, (word) => word.charAt(0) + word.slice(1).toLowerCase());

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export type FoldedLine<T> = { line: T; folded: string };

/** A copy of a law's lines to search in: folded once, not at every key. */
export const foldLines = <T extends { text: string; label: string }>(lines: readonly T[]): FoldedLine<T>[] =>
  lines.map((line) => ({ line, folded: fold(`${line.label} ${line.text}`) }));

/** Letters of a line that a result shows. */
const EXCERPT = 220;
/** Letters that are left before the found word, where the line does not begin with it. */
const BEFORE = 60;

export type FoundLine<T> = { line: T; excerpt: string };

/** Lines that contain every word, in the order of the text, each with the letters around its longest word. */
export function searchLines<T extends { text: string; label: string }>(
  lines: readonly FoldedLine<T>[],
  words: string,
  limit: number,
): { found: FoundLine<T>[]; total: number } {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return { found: [], total: 0 };
  const all = lines.filter(({ folded }) => wanted.every((word) => folded.includes(word)));
  const longest = wanted.reduce((one, other) => (other.length > one.length ? other : one));
  const found = all
    .slice(0, limit)
    .map(({ line, folded }) => ({ line, excerpt: excerptOf(`${line.label} ${line.text}`, folded.indexOf(longest)) }));
  return { found, total: all.length };
}

/** `at` counts letters of the folded text: a letter and its accent are one in the texts of laws. */
function excerptOf(text: string, at: number): string {
  const from = at + BEFORE < EXCERPT ? 0 : Math.max(text.lastIndexOf(' ', at - BEFORE) + 1, at - 2 * BEFORE);
  const to = from + EXCERPT < text.length ? text.lastIndexOf(' ', from + EXCERPT) : text.length;
  const end = to <= from ? from + EXCERPT : to;
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
}

/** `art103-1` as `Art. 103-A`, for lines whose label is that of a device inside; in a norm of súmulas as `Súmula 11`. */
export function articleWords(lexId: string, lawName: string): string {
  if (/^s[úu]mulas?\b|^SV$/i.test(lawName)) return `Súmula ${/art(\d+)$/.exec(lexId)?.[1] ?? ''}`;
  const [, number = '', suffix] = /art(\d+)(?:-(\d+))?$/.exec(lexId) ?? [];
  const letter = suffix === undefined ? '' : `-${String.fromCharCode(64 + Number(suffix))}`;
  return `Art. ${number}${Number(number) < 10 && letter === '' ? 'º' : ''}${letter}`;
}

/** Questions by year and banca, in their order: the newest year first, and those without a year last. */
export function askedGroups(questions: readonly ArticleQuestion[]) {
  const titleOf = ({ year, source }: ArticleQuestion) =>
    [year === null ? 'Sem ano' : String(year), source].filter((one) => one !== '').join(', ');
  return [...Map.groupBy(questions, titleOf)].map(([title, group]) => ({ title, questions: group }));
}

/** The oldest year in which an article was asked; null where no question says. */
export function firstYear(questions: readonly ArticleQuestion[]): number | null {
  const years = questions.flatMap(({ year }) => year ?? []);
  return years.length === 0 ? null : Math.min(...years);
}

export const resultWords = ({ isAnswered, isRight }: ArticleQuestion): string =>
  !isAnswered ? 'não feita' : isRight === null ? 'você respondeu' : isRight ? 'você acertou' : 'você errou';
