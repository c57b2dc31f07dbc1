import { QUESTION_LABEL_MAX, QUIZ_OPTIONS_MAX, QUIZ_OPTIONS_MIN } from '#contract/limits.ts';
import { TRUE_FALSE } from '#contract/questions/question-kind.ts';
import { opensBaseText, sharedRange } from '../exam/shared-texts.ts';
import { rightOption, verdictOf } from './answer-key.ts';
import { plainAsHtml } from './gift-formats.ts';
import { firstQuestion, isRepeated, joinWrapped, type RepeatedLine, repeatedLines } from './numbered-cleaning.ts';
import {
  bareDress,
  commentStart,
  isKeysTitle,
  keyOf,
  keysIn,
  type LineLabel,
  labelOf,
  optionStart,
  questionStart,
  type TextLine,
} from './numbered-lines.ts';
import { bareQuestion, excerptOf, type FileEntry, type FileQuestion, keyless } from './question-file.ts';
import { readDifficulty, readYear } from './question-labels.ts';
import { originOf } from './question-origin.ts';

/** A paragraph without the number or letter in front of it. */
type Piece = { text: string; html: string | null };
type Option = { pieces: Piece[]; isMarked: boolean; dress: TextLine['dress'] };
type Draft = {
  line: number;
  number: number;
  statement: Piece[];
  options: Option[];
  comment: Piece[] | null;
  key: string | null;
  labels: Partial<Record<LineLabel, string>>;
  problem: string | null;
  /** The base text that it shares with other questions. */
  text: { pieces: Piece[]; isRangeUnknown: boolean } | null;
};

/** Paragraphs of a pasted text. */
export const linesOf = (text: string): TextLine[] =>
  text
    .split('\n')
    .map((raw, index) => ({ line: index + 1, text: raw.trim(), html: null, dress: bareDress }))
    .filter(({ text: words }) => words !== '');

/** Takes the first characters off a paragraph, also off its markup. */
function pieceOf({ text, html }: TextLine, skipped: number, rest = text.slice(skipped)): Piece {
  if (html === null) return { text: rest.trim(), html: null };
  let left = skipped;
  const cut = html.replace(/<[^<>]*>|&[a-z#0-9]+;|[^<&]/giu, (sign) => {
    if (left <= 0 || sign.startsWith('<')) return sign;
    left -= 1;
    return '';
  });
  return { text: rest.trim(), html: cut.trim() };
}

/** Whether a text has numbered questions at all: a number, then options or a key. */
export function isNumbered(lines: readonly TextLine[]): boolean {
  const begins = lines.findIndex(({ text }) => questionStart(text) !== null);
  return (
    begins >= 0 &&
    lines
      .slice(begins + 1)
      .some(({ text }) => optionStart(text)?.letter === 0 || keyOf(text) !== null || isKeysTitle(text))
  );
}

/** Reads numbered questions with lettered options, whose key is marked, written below or listed at the end. */
export function readNumbered(lines: readonly TextLine[]): { entries: FileEntry[]; remarks: string[] } {
  const { body: all, keys } = splitKeys(lines);
  const repeated = repeatedLines(all);
  const body = all.filter(({ text: words }) => !isRepeated(repeated, words));
  const first = firstQuestion(body);
  const drafts: Draft[] = [];
  const shared: Draft['labels'] = {};
  const cover: string[] = [];
  let draft: Draft | null = null;
  let text: SharedLines | null = null;
  for (const [at, line] of body.entries()) {
    const started = at < first ? null : questionStart(line.text);
    if (at >= first && opensText(draft, line.text))
      text = { lines: [line], range: sharedRange(line.text), isOpen: true };
    else if (started && (text?.isOpen ? startsBehind(draft, started) : beginsAnother(draft, started, keys.size > 0))) {
      if (text) text.isOpen = false;
      const { number, skipped } = started;
      draft = {
        line: line.line,
        number,
        statement: [],
        options: [],
        comment: null,
        key: null,
        labels: { ...shared },
        problem: null,
        text: textFor(text, number),
      };
      drafts.push(draft);
      const piece = pieceOf(line, skipped);
      if (piece.text !== '' || piece.html?.includes('<img')) draft.statement.push(piece);
    } else if (text?.isOpen) text.lines.push(line);
    else if (draft) take(draft, line);
    else {
      const label = labelOf(line.text);
      if (label) shared[label.name] = label.value;
      else if (opensBaseText(line.text)) text = { lines: [line], range: sharedRange(line.text), isOpen: true };
      else cover.push(line.text);
    }
  }
  return { entries: drafts.map((one) => entryOf(one, keys)), remarks: remarksOf(cover, repeated) };
}

function remarksOf(cover: readonly string[], repeated: ReadonlyMap<string, RepeatedLine>): string[] {
  const words = cover.join(' ');
  const before = `Ficou de fora o que vem antes da primeira questão (${words.length} letras): “${excerptOf(words)}”`;
  return [
    ...(words === '' ? [] : [before]),
    ...[...repeated.values()]
      .slice(0, REMARKS_MAX)
      .map(({ count, first }) => `Ficou de fora uma linha que se repete ${count} vezes: “${excerptOf(first)}”`),
  ];
}

const REMARKS_MAX = 10;

/** A text that several questions share: its lines, and the numbers that it names. */
type SharedLines = { lines: TextLine[]; range: { from: number; to: number } | null; isOpen: boolean };

/** A shared text begins before the first question, or behind the options of one. */
const opensText = (draft: Draft | null, text: string) =>
  opensBaseText(text) && (draft === null || draft.options.length > 0 || draft.key !== null);

/** Numbers inside a shared text begin no question, but for the one that comes next. */
const startsBehind = (draft: Draft | null, { number, isNamed }: { number: number; isNamed: boolean }) =>
  isNamed || draft === null || number === draft.number + 1;

function textFor(text: SharedLines | null, number: number): Draft['text'] {
  if (!text || (text.range && (number < text.range.from || number > text.range.to))) return null;
  return { pieces: text.lines.map((line) => pieceOf(line, 0)), isRangeUnknown: text.range === null };
}

/** A key at the end, by the numbers of the questions. */
function splitKeys(lines: readonly TextLine[]): { body: readonly TextLine[]; keys: ReadonlyMap<number, string> } {
  const keys = new Map<number, string>();
  let end = lines.length;
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const text = lines[at]?.text ?? '';
    if (isKeysTitle(text)) return { body: lines.slice(0, at), keys };
    const found = keysIn(text.replace(/^gabarito\s*:?\s*/iu, ''));
    if (!found) break;
    for (const [number, told] of found) keys.set(number, told);
    end = at;
    if (/^gabarito/iu.test(text)) return { body: lines.slice(0, end), keys };
  }
  return { body: lines, keys: new Map() };
}

/** A numbered line begins a question only when the previous question is complete. */
function beginsAnother(
  draft: Draft | null,
  { number, isNamed }: { number: number; isNamed: boolean },
  hasKeys: boolean,
): boolean {
  if (!draft || isNamed) return true;
  if (draft.options.length > 0 || draft.key !== null) return draft.comment === null || number === draft.number + 1;
  return hasKeys && number === draft.number + 1;
}

function take(draft: Draft, line: TextLine): void {
  const { text } = line;
  const told = keyOf(text);
  if (told !== null) {
    draft.key = told;
    return;
  }
  const label = draft.comment === null ? labelOf(text) : null;
  if (label) {
    draft.labels[label.name] = label.value;
    return;
  }
  const comment = commentStart(text);
  if (comment) {
    draft.comment = [pieceOf(line, comment.skipped)];
    return;
  }
  if (draft.comment) {
    draft.comment.push(pieceOf(line, 0));
    return;
  }
  const option = optionStart(text);
  if (option && option.letter === draft.options.length) {
    const piece = pieceOf(line, option.skipped, option.rest);
    draft.options.push({ pieces: [piece], isMarked: option.isMarked, dress: line.dress });
    return;
  }
  if (option && draft.options.length > 0 && option.letter > draft.options.length) {
    draft.problem ??= `Falta a alternativa ${letterOf(draft.options.length)} (linha ${line.line}).`;
  }
  (draft.options.at(-1)?.pieces ?? draft.statement).push(pieceOf(line, 0));
}

const letterOf = (place: number) => String.fromCharCode(65 + place);

function entryOf(draft: Draft, keys: ReadonlyMap<number, string>): FileEntry {
  const origin = originOf(draft.statement[0]?.text ?? '');
  const statement = origin ? withoutStart(draft.statement, origin.length) : draft.statement;
  const { line, labels } = draft;
  const excerpt = excerptOf(statement.map(({ text }) => text).join(' '));
  const key = draft.key ?? keys.get(draft.number) ?? null;
  const right = rightOf(draft, key);
  const year = labels.year === undefined ? null : readYear(labels.year);
  const difficulty = labels.difficulty === undefined ? null : readDifficulty(labels.difficulty);
  const question = {
    ...contentOf({ ...draft, statement }, typeof right === 'string' ? -1 : right),
    subject: labels.subject ?? '',
    topic: labels.topic ?? '',
    source: labels.source ?? origin?.banca ?? '',
    year: labels.year === undefined ? (origin?.year ?? null) : (year ?? null),
    organ: (origin?.organ ?? '').slice(0, QUESTION_LABEL_MAX),
    baseText: draft.text && baseTextOf(draft.text.pieces),
    difficulty: difficulty ?? null,
  };
  const refused = (problem: string, awaitsKey = false): FileEntry => ({
    line,
    excerpt,
    question: null,
    problem,
    unfinished: question,
    number: draft.number,
    awaitsKey,
  });
  // Without any key in the file, an answer sheet may provide the keys.
  const isKeyless = key === null && typeof right === 'string' && hasOptions(draft) && isUnmarked(draft);
  if (draft.problem) return refused(draft.problem);
  if (draft.text?.isRangeUnknown) return refused('Confira: não sabemos de quais questões é o texto de apoio.');
  if (typeof right === 'string') return refused(right, isKeyless && year !== undefined && difficulty !== undefined);
  if (year === undefined) return refused(`O ano deve ter quatro algarismos, e é "${excerptOf(labels.year ?? '')}".`);
  if (difficulty === undefined)
    return refused(`A dificuldade deve ser fácil, média ou difícil, e é "${excerptOf(labels.difficulty ?? '')}".`);
  return { line, excerpt, problem: null, question, number: draft.number };
}

/** The first piece without its first characters, in its markup too. */
const withoutStart = ([first, ...others]: readonly Piece[], skipped: number): Piece[] =>
  first ? [pieceOf({ ...first, line: 0, dress: bareDress }, skipped), ...others] : [];

function baseTextOf(pieces: readonly Piece[]) {
  const { format, read } = writerOf(pieces);
  const title = excerptOf(pieces[0]?.text ?? '').slice(0, TEXT_TITLE_MAX);
  return { title, format, text: read(pieces) };
}

const TEXT_TITLE_MAX = 80;

const hasOptions = ({ options }: Draft) =>
  options.length === 0 || (options.length >= QUIZ_OPTIONS_MIN && options.length <= QUIZ_OPTIONS_MAX);
const isUnmarked = ({ options }: Draft) => options.every(({ isMarked }) => !isMarked);

function contentOf({ statement, options, comment }: Draft, right: number): FileQuestion {
  const { format, read } = writerOf([...statement, ...options.flatMap(({ pieces }) => pieces), ...(comment ?? [])]);
  const texts = options.length === 0 ? TRUE_FALSE : options.map(({ pieces }) => read([oneLine(pieces.map(undressed))]));
  return {
    ...bareQuestion({
      format,
      questionText: read(statement),
      options: keyless(texts).map((one, place) => ({ ...one, isCorrect: place === right })),
    }),
    comment: read(comment ?? []),
  };
}

/** Joins pieces as HTML when one of them has more than plain text. */
function writerOf(all: readonly Piece[]) {
  const format = all.some(({ html }) => html !== null) ? ('html' as const) : ('plain' as const);
  const read = (pieces: readonly Piece[]) =>
    format === 'plain'
      ? joinWrapped(pieces.map(({ text }) => text)).join('\n')
      : pieces.map((piece) => `<p>${piece.html ?? plainAsHtml(piece.text)}</p>`).join('');
  return { format, read };
}

/** An option is one paragraph, also where its file has broken it into lines. Tables and pictures stay apart. */
function oneLine(pieces: readonly Piece[]): Piece {
  const isPlain = pieces.every(({ html }) => html === null);
  const isBlock = (html: string) => /<(?:table|img|ul|ol)\b/.test(html);
  const between = pieces.some(({ html }) => html !== null && isBlock(html)) ? '</p><p>' : ' ';
  return {
    text: joinWrapped(pieces.map(({ text }) => text)).join(' '),
    html: isPlain ? null : pieces.map(({ text, html }) => html ?? plainAsHtml(text)).join(between),
  };
}

/** Removes the formatting that marks the right option: in the bank it would reveal the key. */
const undressed = ({ text, html }: Piece): Piece => ({
  text,
  html: html?.replace(/<\/?(?:mark|strong|u)>/g, '') ?? null,
});

/** The index of the right option: by the key, else by its sign, else by formatting that only one option has. */
function rightOf({ options }: Draft, key: string | null): number | string {
  if (key !== null && /^(anulad[ao]|x)$/iu.test(key))
    return 'O gabarito diz que a questão foi anulada. Informe a alternativa certa.';
  if (options.length === 0) {
    const verdict = key === null ? -1 : verdictOf(key);
    if (verdict >= 0) return verdict;
    return key === null
      ? 'Não há alternativas (a, b, c…) nem gabarito Certo ou Errado.'
      : `Sem alternativas, o gabarito deve dizer Certo ou Errado, e tem "${excerptOf(key)}".`;
  }
  if (options.length < QUIZ_OPTIONS_MIN || options.length > QUIZ_OPTIONS_MAX)
    return `Use de ${QUIZ_OPTIONS_MIN} a ${QUIZ_OPTIONS_MAX} alternativas.`;
  if (key !== null)
    return rightOption(
      key,
      options.map(({ pieces }) => pieces.map(({ text }) => text).join(' ')),
    );
  const ways: ((option: Option) => boolean)[] = [
    ({ isMarked }) => isMarked,
    ({ dress }) => dress.mark,
    ({ dress }) => dress.strong,
    ({ dress }) => dress.u,
  ];
  for (const isMarked of ways) {
    const marked = options.flatMap((option, place) => (isMarked(option) ? place : []));
    if (marked.length === 1) return marked[0] ?? 0;
    if (marked.length > 1 && marked.length < options.length) return 'Há mais de uma alternativa marcada como certa.';
  }
  return 'Não encontramos a resposta certa: escreva "Gabarito: C" abaixo da questão ou marque a alternativa.';
}
