import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { KEY_FILE_MAX_BYTES } from '#contract/limits.ts';
import type { applyImportKeys, readKeyFile } from '#contract/questions/question-import.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readDocxInWorker } from '#server/docx/read-docx-in-worker.ts';
import { knownFingerprints } from '#server/features/questions/questions/bank-questions.service.ts';
import { AppError, wrongField } from '#server/http/errors.ts';
import type { SessionUser } from '#server/http/sessions.ts';
import { isPdf } from '#server/pdf/read-pdf-in-worker.ts';
import { readOrRecognise } from '#server/pdf/scan/read-or-recognise.ts';
import { nextTurn } from '#server/work/next-turn.ts';
import { isZip, readXlsxInWorker } from '#server/xlsx/read-xlsx-in-worker.ts';
import { isTrueFalse } from './files/answer-key.ts';
import { checkQuestion } from './files/read-file.ts';
import type { SheetSource } from './files/read-file.worker.ts';
import { compareLater } from './import-alike.service.ts';
import { type KeyedEntry, type KeylessEntry, listKeylessEntries, saveKeyedEntries } from './import-keys.store.ts';
import { own, readImport } from './imports.service.ts';
import { findImport, lockImport } from './imports.store.ts';
import type { SheetKey } from './keys/answer-rows.ts';
import { chooseTable, type KeyProblem, matchKeys } from './keys/match-keys.ts';
import type { digest } from './keys/sheet.digest.ts';
import { readSheetInWorker, readSheetTextInWorker } from './question-files.service.ts';

const DIGEST = new URL('./keys/sheet.digest.ts', import.meta.url);

/** An answer sheet numbers its questions with three digits at most. */
const ENTRIES_MAX = 1000;
/** Entries that are checked before other requests get their turn. */
const TURN = 50;

const alreadyBegun = () => new AppError('state_conflict', 'Esta importação já começou.', { status: 'importing' });

/** Matches an answer sheet with the entries that have no key. Idempotent: the same sheet again changes nothing. */
export async function applyKeys(
  deps: Deps,
  user: SessionUser,
  id: number,
  { text, type }: BodyOf<typeof applyImportKeys>,
) {
  if ((await own(deps, user, id)).state !== 'preview') throw alreadyBegun();
  const sheet = await readSheetInWorker(text, user.id);
  if (sheet.tables.length === 0) {
    const message = sheet.problems[0] ?? 'Não encontramos números e letras neste gabarito.';
    throw wrongField('text', message);
  }
  const types = sheet.tables.length > 1 ? sheet.tables.map(({ name }, at) => name ?? unnamed(at)) : [];
  const named = { ...sheet, tables: sheet.tables.map((table, at) => ({ ...table, name: types[at] ?? table.name })) };
  const table = chooseTable(named, type);
  if (!table) {
    return { import: await readImport(deps, user, id), matched: 0, annulled: [], problems: [], types };
  }
  const match = await transact(deps, async (tx) => {
    await lockImport(tx, id);
    if ((await findImport(tx, id))?.state !== 'preview') throw alreadyBegun();
    const entries = await listKeylessEntries(tx, id, ENTRIES_MAX);
    const found = matchKeys(
      entries.map(({ number, question }) => ({ number, options: optionCount(question.options) })),
      table,
    );
    const checked = await keyedEntries(entries, found.keys);
    const known = await knownFingerprints(
      tx,
      checked.flatMap(({ fingerprint }) => fingerprint ?? []),
    );
    const keyed = checked.map((entry) => ({
      ...entry,
      isInBank: entry.fingerprint !== null && known.has(entry.fingerprint),
    }));
    await saveKeyedEntries(tx, id, keyed);
    await compareLater(deps, tx, id);
    return found;
  });
  return {
    import: await readImport(deps, user, id),
    matched: match.keys.size,
    annulled: [...match.keys].flatMap(([number, key]) => (key.kind === 'annulled' ? [number] : [])),
    problems: [
      ...match.problems.map(problemWords),
      ...match.extra.map((number) => ({ number, text: `O gabarito tem a questão ${number}, e o arquivo não.` })),
      ...sheet.problems.map((problem) => ({ number: null, text: problem })),
    ],
    types,
  };
}

const unnamed = (at: number) => `${at + 1}ª tabela`;

const optionCount = (options: readonly { optionText: string }[]) =>
  isTrueFalse(options.map(({ optionText }) => optionText)) ? 0 : options.length;

const problemWords = (problem: KeyProblem) =>
  problem.kind === 'missing'
    ? { number: problem.number, text: `Questão ${problem.number}: não está no gabarito.` }
    : {
        number: problem.number,
        text: `Questão ${problem.number}: o gabarito diz ${problem.letter}, e não há essa alternativa.`,
      };

async function keyedEntries(
  entries: readonly KeylessEntry[],
  keys: ReadonlyMap<number, SheetKey>,
): Promise<Omit<KeyedEntry, 'isInBank'>[]> {
  const keyed: Omit<KeyedEntry, 'isInBank'>[] = [];
  for (const [at, entry] of entries.entries()) {
    if (at % TURN === TURN - 1) await nextTurn();
    keyed.push(keyedEntry(entry, keys.get(entry.number)));
  }
  return keyed;
}

/** The problem of an entry that the answer sheet calls annulled. */
export const ANNULLED =
  'O gabarito diz que a questão foi anulada: ela fica de fora. Para usá-la, marque a alternativa certa.';

/** Right comes first, wrong second, however a sheet writes them. */
const verdictPlace = (letter: string) => (letter === 'C' || letter === 'V' ? 0 : 1);

function keyedEntry({ position, line, excerpt, question, warning }: KeylessEntry, key: SheetKey | undefined) {
  const isItem = optionCount(question.options) === 0;
  const letter = key?.kind === 'letter' ? key.letter : null;
  const right = letter === null ? -1 : isItem ? verdictPlace(letter) : letter.charCodeAt(0) - 65;
  const options = question.options.map((option, place) => ({ ...option, isCorrect: place === right }));
  const written = { ...question, options };
  const isAnnulled = key?.kind === 'annulled';
  const refused = (problem: string) => ({
    ...{ position, question: null, unfinished: written, fingerprint: null },
    ...{ problem, isAnnulled },
  });
  if (isAnnulled) return refused(ANNULLED);
  if (key === undefined) return refused('Falta o gabarito desta questão.');
  if (warning !== null) return refused(warning);
  const checked = checkQuestion({ line, excerpt, question: written, problem: null }, written);
  return {
    position,
    question: checked.question,
    unfinished: checked.unfinished,
    fingerprint: checked.fingerprint,
    problem: checked.problem,
    isAnnulled,
  };
}

export const keyFileTooLarge = `O arquivo do gabarito passa de ${KEY_FILE_MAX_BYTES / 1024 / 1024} MB.`;

/** The text of a file with an answer sheet, row by row, as one would paste it. */
export async function readKeys(
  user: SessionUser,
  file: Buffer,
  mayRecognise: boolean,
): Promise<ResponseOf<typeof readKeyFile>> {
  if (!isPdf(file)) {
    const text = await readSheetTextInWorker(await sheetSource(user, file), user.id);
    return { text, scannedPages: 0, isRecognised: false };
  }
  const { read, isRecognised } = await readOrRecognise<typeof digest>(file, user.id, DIGEST, mayRecognise);
  const { text, lack } = read;
  const scannedPages = read.scannedPages.length;
  if (lack === 'unmapped' || (text === '' && (isRecognised || scannedPages === 0))) {
    throw new AppError('unsupported_type', 'Não encontramos texto neste gabarito. Envie o PDF original, ou digite-o.');
  }
  return { text, scannedPages, isRecognised };
}

async function sheetSource(user: SessionUser, file: Buffer): Promise<SheetSource> {
  if (isZip(file) && file.includes('word/document.xml')) {
    return { kind: 'document', html: (await readDocxInWorker(file, user.id)).html, missed: [] };
  }
  if (isZip(file) && file.includes('xl/')) return { kind: 'sheets', ...(await readXlsxInWorker(file, user.id)) };
  return { kind: 'bytes', bytes: file, name: '' };
}
