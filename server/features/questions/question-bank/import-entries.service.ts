import type { Tx } from '#server/db/handle.ts';
import type { Deps } from '#server/deps.ts';
import { knownFingerprints } from '#server/features/questions/questions/bank-questions.service.ts';
import type { ReadFile } from './files/read-file.ts';
import { chooseObviousTopics } from './import-topics.service.ts';
import * as store from './imports.store.ts';

const CHUNK = 250;

/** The entries of a file as they are stored, compared with the questions that the bank knows. */
export async function entriesOf(deps: Deps, file: ReadFile): Promise<store.EntryRow[]> {
  const prints = file.entries.flatMap(({ fingerprint }) => fingerprint ?? []);
  const known = await knownFingerprints(deps.db, prints);
  return file.entries.map((entry, index) => ({
    position: index + 1,
    line: entry.line,
    excerpt: entry.excerpt,
    question: entry.question,
    fingerprint: entry.fingerprint,
    problem: entry.problem,
    duplicate: duplicateOf(entry, known),
    unfinished: entry.unfinished,
    number: entry.number ?? index + 1,
    awaitsKey: entry.awaitsKey === true && entry.problem !== null && entry.unfinished !== null,
    warning: entry.warning ?? null,
    pieces: entry.pieces ?? null,
  }));
}

export const countsOf = (entries: readonly store.EntryRow[]) => ({
  problemCount: entries.filter(({ problem }) => problem).length,
  duplicateCount: entries.filter(({ duplicate }) => duplicate).length,
});

export async function storeEntries(tx: Tx, importId: number, entries: readonly store.EntryRow[]): Promise<void> {
  for (let from = 0; from < entries.length; from += CHUNK) {
    await store.insertEntries(tx, importId, entries.slice(from, from + CHUNK));
  }
  await chooseObviousTopics(tx, importId);
}

function duplicateOf(entry: { fingerprint: string | null; isRepeated: boolean }, known: ReadonlySet<string>) {
  if (entry.isRepeated) return 'file' as const;
  return entry.fingerprint && known.has(entry.fingerprint) ? ('bank' as const) : null;
}
