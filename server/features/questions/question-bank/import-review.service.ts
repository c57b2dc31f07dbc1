import type { BodyOf } from '#contract/endpoint.ts';
import type {
  acceptImportEntry,
  cutImportEntry,
  leaveOutImportEntry,
  setImportPieces,
} from '#contract/questions/import-review.ts';
import { plainText } from '#contract/questions/question-text.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { knownFingerprints } from '#server/features/questions/questions/bank-questions.service.ts';
import { cleanQuestions } from '#server/features/questions/questions/question-work.service.ts';
import { AppError, notFound, wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { baseTextOf, contentOf, type PartPictures } from './exam/exam-entries.ts';
import { hasOverlap, piecesWithout, readParts } from './exam/review-pieces.ts';
import { joinStored, type StoredPage, type StoredPiece } from './exam/stored-pages.ts';
import { isTrueFalse } from './files/answer-key.ts';
import { bareQuestion, excerptOf, type FileQuestion } from './files/question-file.ts';
import { checkQuestion } from './files/read-file.ts';
import { compareLater } from './import-alike.service.ts';
import { isRepeatedInFile } from './import-correct.store.ts';
import { ANNULLED } from './import-keys.service.ts';
import * as store from './import-review.store.ts';
import { own, readImport } from './imports.service.ts';
import { findImport, lockImport } from './imports.store.ts';

const alreadyBegun = () => new AppError('state_conflict', 'Esta importação já começou.', { status: 'importing' });
const changedMeanwhile = () =>
  new AppError('state_conflict', 'Esta questão mudou. Abra-a de novo.', { status: 'changed' });
const noEntry = () => notFound('Questão não encontrada.');

const MOVED = 'Confira: você mudou as partes desta questão.';
const LEFT_OUT = 'Você deixou esta questão de fora.';
const NO_KEY = 'Falta o gabarito desta questão.';
const MOST_PAGES_OF_A_QUESTION = 6;
/** Entries on either side that may share pages with one. */
const NEIGHBOURS = 15;

type Address = { id: number; position: number };

export async function readPage(deps: Deps, user: SessionUser, { id, page }: { id: number; page: number }) {
  await own(deps, user, id);
  const [found] = await store.findPages(deps.db, id, [page]);
  if (!found) throw notFound('Página não encontrada.');
  const { width, height, figures, lines } = found;
  return {
    page,
    width,
    height,
    figures,
    lines: lines.map(({ line, box, size, baseline, text, spans }) => ({
      ...{ line, box, size, baseline, text },
      isBold: spans.every(({ isBold }) => isBold),
    })),
  };
}

async function ownPreview(deps: Deps, user: SessionUser, id: number): Promise<void> {
  if ((await own(deps, user, id)).state !== 'preview') throw alreadyBegun();
}

async function lockPreview(tx: Tx, id: number): Promise<void> {
  await lockImport(tx, id);
  if ((await findImport(tx, id))?.state !== 'preview') throw alreadyBegun();
}

async function findOne(tx: Tx, { id, position }: Address) {
  const [found] = await store.listReviewed(tx, id, { from: position, to: position });
  if (!found) throw noEntry();
  return found;
}

const addressesIn = (html: string) => [...html.matchAll(/<img\b[^>]*\bsrc="([^"]+)"/g)].flatMap(([, src]) => src ?? []);

/** The pictures of each part of a question: they stay with their part when its lines are joined again. */
function picturesIn(question: FileQuestion | null): PartPictures {
  if (question?.format !== 'html') return {};
  const parts = [
    ['statement', question.questionText] as const,
    ...question.options.map(({ optionText }, at) => [String.fromCharCode(65 + at), optionText] as const),
  ];
  return Object.fromEntries(
    parts.map(([part, html]) => [part, addressesIn(html)] as const).filter(([, found]) => found.length > 0),
  );
}

/** Joins a question from pieces of pages. Its labels stay, and its key as far as its options do. */
async function composeQuestion(
  before: FileQuestion | null,
  pieces: readonly StoredPiece[],
  pages: readonly StoredPage[],
  person: string,
): Promise<FileQuestion> {
  const joined = joinStored(pieces, pages);
  if (!joined) throw new AppError('bad_request', 'Uma das linhas não está nas páginas desta prova.');
  const isItem =
    joined.options.length === 0 && before !== null && isTrueFalse(before.options.map(({ optionText }) => optionText));
  const { content } = contentOf(joined.statement, joined.options, isItem, picturesIn(before));
  const [cleaned] = await cleanQuestions([{ ...bareQuestion(content), baseText: null }], person);
  if (!cleaned) throw new Error('A question of an exam was lost while it was cleaned.');
  const isSameBase = before?.baseText?.text === joined.baseText;
  return {
    ...(before ?? bareQuestion(content)),
    format: cleaned.format,
    questionText: cleaned.questionText,
    options: cleaned.options.map((option, at) => ({
      ...option,
      isCorrect: before?.options[at]?.isCorrect ?? false,
    })),
    baseText: isSameBase ? (before?.baseText ?? null) : baseTextOf(joined.baseText),
  };
}

const unfinishedState = (entry: store.ReviewedEntry, question: FileQuestion, pieces: StoredPiece[]) => ({
  position: entry.position,
  excerpt: excerptOf(plainText(question.format, question.questionText)) || entry.excerpt,
  question: null,
  unfinished: question,
  fingerprint: null,
  problem: MOVED,
  duplicate: null,
  warning: MOVED,
  awaitsKey: true,
  isLeftOut: false,
  pieces,
});

const leftOutState = (entry: store.ReviewedEntry, problem: string, pieces: StoredPiece[] | null) => ({
  position: entry.position,
  excerpt: entry.excerpt,
  question: null,
  unfinished: entry.question,
  fingerprint: null,
  problem,
  duplicate: null,
  warning: entry.warning,
  awaitsKey: false,
  isLeftOut: true,
  pieces,
});

const pagesOf = (pieces: readonly StoredPiece[]) => [...new Set(pieces.map(({ page }) => page))];

type Range = { from: number; to: number };

/** Stores decisions that were made outside the transaction, unless the entries have changed since they were read. */
async function saveUnchanged(
  deps: Deps,
  id: number,
  { range, read }: { range: Range; read: readonly store.ReviewedEntry[] },
  save: (tx: Tx) => Promise<void>,
): Promise<void> {
  await transact(deps, async (tx) => {
    await lockPreview(tx, id);
    const now = await store.listReviewed(tx, id, range);
    if (JSON.stringify(now) !== JSON.stringify(read)) throw changedMeanwhile();
    await save(tx);
    await compareLater(deps, tx, id);
  });
}

/** Idempotent: the same pieces again give the same question. */
export async function setPieces(
  deps: Deps,
  user: SessionUser,
  { id, position }: Address,
  { pieces }: BodyOf<typeof setImportPieces>,
) {
  await ownPreview(deps, user, id);
  if (hasOverlap(pieces)) throw wrongField('pieces', 'A mesma linha está em duas partes.');
  const pages = pagesOf(pieces);
  if (pages.length > MOST_PAGES_OF_A_QUESTION) throw wrongField('pieces', 'Uma questão não passa de seis páginas.');
  const range = { from: Math.max(1, position - NEIGHBOURS), to: position + NEIGHBOURS };
  const read = await store.listReviewed(deps.db, id, range);
  const entry = read.find((one) => one.position === position);
  if (!entry) throw noEntry();
  if (entry.pieces === null) throw new AppError('bad_request', 'Só questões de provas em PDF têm partes.');
  const robbed = read.flatMap((other) => {
    const left = piecesWithout(other.pieces ?? [], pieces);
    return other !== entry && left.length < (other.pieces?.length ?? 0) ? [{ other, left }] : [];
  });
  const stored = await store.findPages(deps.db, id, [...pages, ...robbed.flatMap(({ left }) => pagesOf(left))]);
  const question = await composeQuestion(entry.question, pieces, stored, user.id);
  const states: store.ReviewedState[] = [unfinishedState(entry, question, pieces)];
  for (const { other, left } of robbed) {
    if (left.every(({ part }) => part === 'base')) {
      states.push(leftOutState(other, `Ela foi juntada à questão ${entry.number ?? position}.`, left));
    } else {
      const rest = await composeQuestion(other.question, left, stored, user.id);
      states.push(unfinishedState(other, rest, left));
    }
  }
  await saveUnchanged(deps, id, { range, read }, (tx) => store.saveReviewed(tx, id, states));
  return readImport(deps, user, id);
}

/** Begins a question at one of its pieces. A repeated call finds another number of pieces and is refused. */
export async function cutEntry(
  deps: Deps,
  user: SessionUser,
  { id, position }: Address,
  { piece, expected, before }: BodyOf<typeof cutImportEntry>,
) {
  await ownPreview(deps, user, id);
  const range = { from: position, to: position };
  const read = await store.listReviewed(deps.db, id, range);
  const [entry] = read;
  if (!entry) throw noEntry();
  const pieces = entry.pieces ?? [];
  if (pieces.length !== expected) throw changedMeanwhile();
  const base = pieces.filter(({ part }) => part === 'base');
  const head = pieces.slice(0, piece).filter(({ part }) => part !== 'base');
  const tail = pieces.slice(piece).filter(({ part }) => part !== 'base');
  if (head.length === 0 || tail.length === 0) throw wrongField('piece', 'Corte a questão em uma linha do meio dela.');
  const pages = await store.findPages(deps.db, id, pagesOf(pieces));
  const compose = async (own: readonly StoredPiece[]) => {
    const parts = [...base, ...readParts(own, pages)];
    return unfinishedState(entry, await composeQuestion(entry.question, parts, pages, user.id), parts);
  };
  const second = await compose(tail);
  const first = before === 'question' ? await compose(head) : null;
  await saveUnchanged(deps, id, { range, read }, async (tx) => {
    await store.saveReviewed(tx, id, [first ?? second]);
    if (first) await store.appendEntry(tx, id, { ...withoutKey(second), line: entry.line, number: nextNumber(entry) });
  });
  return readImport(deps, user, id);
}

const nextNumber = ({ number }: store.ReviewedEntry) => (number === null ? null : number + 1);

const withoutKey = ({ unfinished, ...state }: ReturnType<typeof unfinishedState>) => ({
  ...state,
  unfinished: { ...unfinished, options: unfinished.options.map((option) => ({ ...option, isCorrect: false })) },
});

/** Idempotent. An accepted question with its key is ready; one without it waits for the answer sheet. */
export async function acceptEntry(
  deps: Deps,
  user: SessionUser,
  address: Address,
  { right }: BodyOf<typeof acceptImportEntry>,
) {
  await own(deps, user, address.id);
  await transact(deps, async (tx) => {
    await lockPreview(tx, address.id);
    const entry = await findOne(tx, address);
    if (!entry.question) throw new AppError('bad_request', 'Desta questão nada foi lido. Corrija-a à mão.');
    const at = right === null ? -1 : right.charCodeAt(0) - 65;
    if (right !== null && !entry.question.options[at]) throw wrongField('right', `Ela não tem a alternativa ${right}.`);
    const options = entry.question.options.map((option, place) => ({
      ...option,
      isCorrect: right === null ? option.isCorrect : place === at,
    }));
    const question = { ...entry.question, options };
    await store.saveReviewed(tx, address.id, [await acceptedState(tx, address.id, entry, question, right !== null)]);
    await compareLater(deps, tx, address.id);
  });
  return readImport(deps, user, address.id);
}

async function acceptedState(
  tx: Tx,
  importId: number,
  entry: store.ReviewedEntry,
  question: FileQuestion,
  isKeyedByHand: boolean,
): Promise<store.ReviewedState> {
  const { position, line, excerpt, pieces } = entry;
  const common = { position, excerpt, pieces, warning: null, isLeftOut: false };
  const hasKey = question.options.some(({ isCorrect }) => isCorrect);
  if (!hasKey && entry.isAnnulled) throw wrongField('right', ANNULLED);
  if (!hasKey) {
    const waiting = { question: null, unfinished: question, fingerprint: null, problem: NO_KEY, duplicate: null };
    return { ...common, ...waiting, awaitsKey: true };
  }
  const checked = checkQuestion({ line, excerpt, question, problem: null }, question);
  if (!checked.question || !checked.fingerprint) throw wrongField('right', checked.problem ?? 'Confira a questão.');
  const { fingerprint } = checked;
  const isRepeated = await isRepeatedInFile(tx, importId, position, fingerprint);
  const isKnown = (await knownFingerprints(tx, [fingerprint])).has(fingerprint);
  return {
    ...common,
    question: checked.question,
    unfinished: null,
    fingerprint,
    problem: null,
    duplicate: isRepeated ? 'file' : isKnown ? 'bank' : null,
    awaitsKey: entry.awaitsKey && !isKeyedByHand,
  };
}

/** Idempotent. A question that is included again has to be accepted. */
export async function leaveOutEntry(
  deps: Deps,
  user: SessionUser,
  address: Address,
  { isLeftOut }: BodyOf<typeof leaveOutImportEntry>,
) {
  await own(deps, user, address.id);
  await transact(deps, async (tx) => {
    await lockPreview(tx, address.id);
    const entry = await findOne(tx, address);
    if (entry.isLeftOut === isLeftOut) return;
    const state = leftOutState(entry, LEFT_OUT, entry.pieces);
    const back = {
      ...state,
      problem: entry.isAnnulled ? ANNULLED : (entry.warning ?? 'Confira esta questão.'),
      awaitsKey: true,
      isLeftOut: false,
    };
    await store.saveReviewed(tx, address.id, [isLeftOut ? state : back]);
    await compareLater(deps, tx, address.id);
  });
  return readImport(deps, user, address.id);
}
