import type { QueryOf } from '#contract/endpoint.ts';
import type { listStatementEntries, listStatements, listUnreceived } from '#contract/money/statements.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { readAdminViews } from '#server/features/money/payments/decisions.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import { byCreation, cursorOf, instant, offset, readPage, rowId } from '#server/http/paging.ts';
import { inBatches } from '#server/jobs/upkeep.ts';
import { dayOf } from '#server/time/calendar.ts';
import { listLayouts, saveLayout } from './layouts.store.ts';
import type { Match, OpenEntry } from './matching/match.ts';
import type { KnownEntry, ReadStatement } from './reading/read-statement.ts';
import type { Columns } from './reading/statement-file.ts';
import { recordUnrecorded } from './record-lines.service.ts';
import { matchInWorker, readInWorker } from './statement-work.ts';
import * as store from './statements.store.ts';
import { isBeingTakenBack } from './take-back.store.ts';
import { countUnreceived, listDecidedOrders, listOpenOrders, listUnreceivedIds } from './waiting-orders.store.ts';

const FILE_NAME_MAX = 200;
const CHUNK = 2000;

type Upload = { bytes: Buffer; name: string; columns: Columns | null };

/** Reads a file, finds what each entry pays, and keeps both. The same file again is the same statement. */
export async function uploadStatement(deps: Deps, user: { id: string }, { bytes, name, columns }: Upload) {
  const layouts = await listLayouts(deps.db);
  const known = new Map(layouts.map(({ headerKey, date, amount }) => [headerKey, { date, amount }]));
  const file = await readInWorker(bytes, { chosen: columns, known }, user.id);
  if (await isBeingTakenBack(deps.db, file.sha256)) {
    throw new AppError('state_conflict', 'Este extrato está sendo desfeito. Tente de novo em instantes.');
  }
  const same = await store.findBySha(deps.db, file.sha256);
  if (same !== undefined) return { isNew: false, made: await readStatement(deps, same) };

  const matches = await matchOpen(deps, file.entries, user.id);
  const now = deps.clock.now();
  const { id, isNew } = await transact(deps, async (tx) => {
    await store.lockStatements(tx);
    const first = await store.findBySha(tx, file.sha256);
    if (first !== undefined) return { id: first, isNew: false };
    const statementId = await store.insertStatement(tx, file, { fileName: fileNameOf(name), by: user.id, now });
    if (columns && file.headerKey) await saveLayout(tx, file.headerKey, columns, now);
    await storeEntries(tx, statementId, file, matches);
    await recordAudit(tx, {
      at: now,
      actorId: user.id,
      action: 'statement.uploaded',
      subject: `statement:${statementId}`,
      details: { entries: file.entries.length, format: file.format },
    });
    return { id: statementId, isNew: true };
  });
  if (isNew) await recordUnrecorded(deps);
  return { isNew, made: await readStatement(deps, id) };
}

const fileNameOf = (name: string) =>
  name
    .replace(/\p{Cc}/gu, '')
    .slice(0, FILE_NAME_MAX)
    .toWellFormed() || 'extrato';

/** Matches every undecided entry with the current orders, also entries of earlier files. */
async function matchOpen(deps: Deps, entries: readonly KnownEntry[], person: string): Promise<Map<string, Match>> {
  const [known, orders] = await Promise.all([store.listKnownEntries(deps.db, entries), listOpenOrders(deps.db)]);
  const open = entries.flatMap((entry): OpenEntry[] => {
    const before = known.get(entry.fingerprint);
    if (before && !isOpen(before.state)) return [];
    const { fingerprint: key, day, amount, text, payer, endToEndId, codes } = entry;
    return [{ key, day, amount, text, payer, endToEndId, codes, refusedId: before?.refusedId ?? null }];
  });
  const waiting = orders.map(({ since, ...order }) => ({ ...order, day: dayOf(since) }));
  const matches = await matchInWorker(open, waiting, person);
  return new Map(matches.map((one) => [one.key, one]));
}

const isOpen = (state: string) => state === 'sure' || state === 'doubtful' || state === 'unmatched';

async function storeEntries(tx: Tx, statementId: number, file: ReadStatement, matches: ReadonlyMap<string, Match>) {
  const known = await store.listKnownEntries(tx, file.entries);
  const found = file.entries.flatMap((entry) => {
    const one = matches.get(entry.fingerprint);
    return one ? [{ entry, match: { state: one.state, paymentId: one.paymentId, reasons: one.reasons } }] : [];
  });
  const named = new Map((await ofDecidedOrders(tx, found)).map(({ entry, match }) => [entry.fingerprint, match]));

  const fresh = file.entries.filter(({ fingerprint }) => !known.has(fingerprint));
  const ids = new Map([...known].map(([fingerprint, { id }]) => [fingerprint, id]));
  for (let from = 0; from < fresh.length; from += CHUNK) {
    const inserted = await store.insertEntries(tx, fresh.slice(from, from + CHUNK), named);
    for (const [fingerprint, id] of inserted) ids.set(fingerprint, id);
  }
  await store.insertLines(
    tx,
    statementId,
    file.entries.flatMap(({ fingerprint }) => ids.get(fingerprint) ?? []),
  );
  const again = [...known].flatMap(([fingerprint, { id }]) => {
    const match = named.get(fingerprint);
    return match ? [{ id, ...match }] : [];
  });
  for (let from = 0; from < again.length; from += CHUNK) await store.saveMatches(tx, again.slice(from, from + CHUNK));
}

type FoundEntry = { entry: KnownEntry; match: store.NewMatch };

/**
 * An entry without an open order may name a decided one: it is marked, and the money of an approved order is recorded.
 */
async function ofDecidedOrders(tx: Tx, found: readonly FoundEntry[]): Promise<FoundEntry[]> {
  const codesOf = ({ entry, match: { state, paymentId, reasons } }: FoundEntry) =>
    state === 'unmatched' && paymentId === null && reasons.length === 0 ? entry.codes : [];
  const codes = [...new Set(found.flatMap(codesOf))];
  const orders = new Map(
    (codes.length === 0 ? [] : await listDecidedOrders(tx, codes)).map((order) => [order.paymentCode, order]),
  );
  const paid = new Set<number>();
  const matchOf = (one: FoundEntry): store.NewMatch => {
    const { entry, match } = one;
    const code = codesOf(one).find((candidate) => orders.has(candidate));
    const order = code === undefined ? undefined : orders.get(code);
    if (!order) return match;
    if (order.status === 'rejected') return { ...match, paymentId: order.id, reasons: ['code', 'order_rejected'] };
    if (order.status === 'cancelled') return { ...match, paymentId: order.id, reasons: ['code', 'order_cancelled'] };
    if (order.isPaid || paid.has(order.id)) return { ...match, paymentId: order.id, reasons: ['code', 'order_paid'] };
    if (entry.amount !== (order.claimed ?? order.amount)) {
      // Nothing but a proof speaks for the order's money, and the bank says another amount.
      const state = order.claimed === null ? 'unmatched' : 'doubtful';
      const reason = order.claimed === null ? 'order_paid' : 'amount_differs';
      return { state, paymentId: order.id, reasons: ['code', reason] };
    }
    paid.add(order.id);
    return { state: 'settled', paymentId: order.id, reasons: ['code', 'amount'] };
  };
  return found.map((one) => ({ entry: one.entry, match: matchOf(one) }));
}

const statementNotFound = () => notFound('Extrato não encontrado.');

const statementView = (row: store.StatementRow, counts: ReturnType<typeof countsOf>) => ({
  ...row,
  format: row.format as 'ofx' | 'csv',
  ...counts,
});

function countsOf(all: Map<number, Record<string, number>>, id: number) {
  const own = all.get(id) ?? {};
  const of = (state: string) => own[state] ?? 0;
  const counts = {
    matched: of('sure'),
    doubtful: of('doubtful'),
    unmatched: of('unmatched'),
    confirmed: of('confirmed'),
    settled: of('settled'),
    ignored: of('ignored'),
  };
  return { entries: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts };
}

export async function readStatement(deps: Deps, id: number) {
  const [row, counts] = await Promise.all([store.findStatement(deps.db, id), store.countByState(deps.db, [id])]);
  if (!row) throw statementNotFound();
  return statementView(row, countsOf(counts, id));
}

/** The newest statement with money of no order, as a query that can be batched with other reads. */
export const unmatchedReads = () => ({ unmatched: store.unmatched() });

export async function listAll(deps: Deps, query: QueryOf<typeof listStatements>) {
  const { rows, ...page } = await readPage(byCreation.from(query), {
    rows: (part) => store.listStatementRows(deps.db, part),
    total: store.countStatements(deps.db),
    positionOf: ({ uploadedAt, id }) => ({ createdAt: uploadedAt, id }),
  });
  const ids = rows.map(({ id }) => id);
  const counts = await store.countByState(deps.db, ids);
  return { ...page, rows: rows.map((row) => statementView(row, countsOf(counts, row.id))) };
}

/** Paged by offset: a decided entry leaves the list, and the next page is loaded again. */
const entriesCursor = cursorOf({ before: offset });

export async function listEntries(deps: Deps, id: number, query: QueryOf<typeof listStatementEntries>) {
  const from = entriesCursor.from(query);
  const before = from.after?.before ?? 0;
  if (!(await store.findStatement(deps.db, id))) throw statementNotFound();
  return readPage(from, {
    rows: ({ limit }) => store.listEntryRows(deps.db, id, query.show, { limit, offset: before }),
    total: store.countEntries(deps.db, id, query.show),
    positionOf: () => ({ before: before + query.limit }),
    present: entryView,
  });
}

export function entryView(row: store.EntryRow) {
  const { id, day, amount, payer, text, endToEndId, state, reasons } = row;
  const { paymentId, paymentCode, status, orderAmount, orderCreatedAt, proofUploadedAt, name } = row;
  const order =
    paymentId === null || paymentCode === null || status === null || orderAmount === null || orderCreatedAt === null
      ? null
      : { id: paymentId, paymentCode, status, amount: orderAmount, createdAt: orderCreatedAt, proofUploadedAt, name };
  return { id, day, amount, payer, text, endToEndId, state, reasons, order };
}

const unreceivedCursor = cursorOf({ time: instant, id: rowId });

/** Where a receipt says paid and the bank says nothing: a forged one shows here. */
export async function listWithoutMoney(deps: Deps, id: number, query: QueryOf<typeof listUnreceived>) {
  const from = unreceivedCursor.from(query);
  if (!(await store.findStatement(deps.db, id))) throw statementNotFound();
  const { rows, ...page } = await readPage(from, {
    rows: (part) => listUnreceivedIds(deps.db, id, part),
    total: countUnreceived(deps.db, id),
  });
  const ids = rows.map((row) => row.id);
  return { ...page, rows: await readAdminViews(deps, ids) };
}

/** Names and texts of the bank go with the proofs of their time; that so much came in on a day stays for the books. */
export const forgetOldPayers = (deps: Deps, before: Date): Promise<number> =>
  inBatches((limit) => store.forgetOldPayers(deps.db, before, limit));
