import { createHash } from 'node:crypto';
import { STATEMENT_ENTRIES_MAX } from '#contract/limits.ts';
import { type KnownLayouts, readCsv } from './csv.ts';
import { decodeStatement } from './decode.ts';
import { looksLikeOfx, readOfx } from './ofx.ts';
import { type Columns, type ReadEntry, StatementRefused } from './statement-file.ts';

export type KnownEntry = ReadEntry & { fingerprint: string };
export type ReadStatement = {
  format: 'ofx' | 'csv';
  entries: KnownEntry[];
  firstDay: string;
  lastDay: string;
  sha256: string;
  /** For a CSV: the key under which its columns are remembered. */
  headerKey: string | null;
};

export type Wishes = { chosen: Columns | null; known: KnownLayouts };

/** Everything about a file before the orders are asked. */
export function readStatement(bytes: Uint8Array, { chosen, known }: Wishes): ReadStatement {
  const text = decodeStatement(bytes);
  const isOfx = looksLikeOfx(text);
  const { entries, headerKey } = isOfx
    ? { ...readOfx(text, STATEMENT_ENTRIES_MAX), headerKey: null }
    : readCsv(text, { chosen, known, entriesMax: STATEMENT_ENTRIES_MAX });
  if (entries.length === 0) {
    throw new StatementRefused('bad_request', 'Não encontramos nenhum valor recebido neste arquivo.');
  }
  const days = entries.map(({ day }) => day).sort();
  return {
    format: isOfx ? 'ofx' : 'csv',
    entries: withFingerprints(entries),
    firstDay: days[0] ?? '',
    lastDay: days.at(-1) ?? '',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    headerKey,
  };
}

/**
 * What a payment is known by in every file: its end-to-end id; else day, amount, text and how often the very same came
 * before on that day. A file that begins or ends in the middle of a day lists that day in the same order.
 */
function withFingerprints(entries: readonly ReadEntry[]): KnownEntry[] {
  const seen = new Map<string, number>();
  const taken = new Set<string>();
  return entries.flatMap((entry) => {
    const { account, day, amount, text, endToEndId } = entry;
    const same = endToEndId ? `e2e ${endToEndId}` : `${account}\n${day}\n${amount}\n${text.toLowerCase()}`;
    const before = endToEndId ? 0 : (seen.get(same) ?? 0);
    seen.set(same, before + 1);
    const fingerprint = createHash('sha256').update(`${same}\n${before}`).digest('hex');
    // The same end-to-end id twice in a file is one payment.
    if (taken.has(fingerprint)) return [];
    taken.add(fingerprint);
    return { ...entry, fingerprint };
  });
}
