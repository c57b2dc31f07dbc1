import type { EntryState, MatchReason } from '#contract/money/statements.ts';
import { addDays, dayNumber } from '#server/time/calendar.ts';
import { isTxidOf, nameWords } from '../reading/signs.ts';

/** An order that waits for its money. */
export type OpenOrder = {
  id: number;
  paymentCode: string;
  amount: number;
  name: string;
  /** The day of the proof, else of the order. */
  day: string;
  /** Told by a provider, or by a receipt. */
  endToEndIds: readonly string[];
};

/** What came in and is not decided. */
export type OpenEntry = {
  /** What the caller knows it by. */
  key: string;
  day: string;
  amount: number;
  text: string;
  payer: string | null;
  endToEndId: string | null;
  codes: readonly string[];
  /** The order that it was said not to be for. */
  refusedId: number | null;
};

export type Match = {
  key: string;
  state: Extract<EntryState, 'sure' | 'doubtful' | 'unmatched'>;
  paymentId: number | null;
  reasons: MatchReason[];
};

const DAYS_APART = 2;
/** Shorter words are initials and particles. */
const WORD_MIN = 3;
/** Banks truncate names: this many letters of a word identify it. */
const CUT_MIN = 4;

/**
 * Which order each entry pays. Only the code, the txid or the end-to-end id together with the exact amount make a
 * match sure; name and day never do. An order is paid once: a second entry that names it is marked as such.
 */
export function match(entries: readonly OpenEntry[], orders: readonly OpenOrder[]): Match[] {
  const byCode = new Map(orders.map((order) => [order.paymentCode, order]));
  const byTransfer = transfersOf(orders);
  const matches = new Map<string, Match>();
  const paid = new Set<number>();
  const rest: OpenEntry[] = [];

  for (const entry of entries) {
    const named = namedBy(entry, byCode, byTransfer);
    if (!named || named.order.id === entry.refusedId) rest.push(entry);
    else if (paid.has(named.order.id))
      matches.set(entry.key, outcome(entry, 'unmatched', null, [named.by, 'order_paid']));
    else if (named.order.amount === entry.amount) {
      paid.add(named.order.id);
      matches.set(
        entry.key,
        outcome(entry, 'sure', named.order.id, [named.by, 'amount', ...alsoName(entry, named.order)]),
      );
    } else {
      matches.set(entry.key, outcome(entry, 'doubtful', named.order.id, [named.by, 'amount_differs']));
    }
  }

  const near = byNameAndDay(orders.filter(({ id }) => !paid.has(id)));
  const best = rest.map((entry) => ({ entry, found: near(entry) }));
  // The best match first: a full name before a part of one.
  for (const { entry, found } of best.sort((one, other) => (other.found?.score ?? 0) - (one.found?.score ?? 0))) {
    if (!found || paid.has(found.order.id)) matches.set(entry.key, outcome(entry, 'unmatched', null, []));
    else {
      paid.add(found.order.id);
      matches.set(entry.key, outcome(entry, 'doubtful', found.order.id, found.reasons));
    }
  }
  return entries.flatMap((entry) => matches.get(entry.key) ?? []);
}

const outcome = (
  { key }: OpenEntry,
  state: Match['state'],
  paymentId: number | null,
  reasons: MatchReason[],
): Match => ({
  key,
  state,
  paymentId,
  reasons,
});

/** A transfer that two orders claim proves neither: one of them sent another student's receipt. */
function transfersOf(orders: readonly OpenOrder[]): Map<string, OpenOrder> {
  const claimed = new Map<string, OpenOrder | null>();
  for (const order of orders) {
    for (const id of order.endToEndIds) claimed.set(id, claimed.has(id) ? null : order);
  }
  return new Map([...claimed].filter((pair): pair is [string, OpenOrder] => pair[1] !== null));
}

function namedBy(
  entry: OpenEntry,
  byCode: ReadonlyMap<string, OpenOrder>,
  byTransfer: ReadonlyMap<string, OpenOrder>,
): { order: OpenOrder; by: 'code' | 'txid' | 'end_to_end' } | null {
  for (const code of entry.codes) {
    const order = byCode.get(code);
    if (order) return { order, by: isTxidOf(code, entry.text) ? 'txid' : 'code' };
  }
  const order = entry.endToEndId ? byTransfer.get(entry.endToEndId) : undefined;
  return order ? { order, by: 'end_to_end' } : null;
}

function alsoName(entry: OpenEntry, { name }: OpenOrder): MatchReason[] {
  const agreement = agreementOf(nameWords(name), nameWords(entry.text));
  return agreement === 'name' ? ['name'] : [];
}

/** Whether a word of a statement matches a word of a name: equal, or its beginning where the bank truncated it. */
const standsFor = (told: string, word: string) => told === word || (told.length >= CUT_MIN && word.startsWith(told));

function agreementOf(name: readonly string[], told: readonly string[]): 'name' | 'part_of_name' | null {
  const found = name.filter((word) => told.some((other) => standsFor(other, word)));
  if (found.length === name.length && name.length > 1) return 'name';
  return found.some((word) => word.length >= WORD_MIN) ? 'part_of_name' : null;
}

type Found = { order: OpenOrder; reasons: MatchReason[]; score: number };

/** Finds by amount, day and the beginnings of the words of a name, so that many orders of one price cost nothing. */
function byNameAndDay(orders: readonly OpenOrder[]): (entry: OpenEntry) => Found | null {
  const index = new Map<string, { order: OpenOrder; words: string[] }[]>();
  const keyOf = (amount: number, day: string, word: string) => `${amount} ${day} ${word.slice(0, CUT_MIN)}`;
  for (const order of orders) {
    const words = nameWords(order.name);
    for (const beginning of new Set(
      words.filter((word) => word.length >= WORD_MIN).map((word) => word.slice(0, CUT_MIN)),
    )) {
      const key = keyOf(order.amount, order.day, beginning);
      const list = index.get(key) ?? [];
      list.push({ order, words });
      index.set(key, list);
    }
  }
  return (entry) => {
    const told = nameWords(entry.text);
    const candidates = new Map<number, { order: OpenOrder; words: string[] }>();
    for (let apart = -DAYS_APART; apart <= DAYS_APART; apart += 1) {
      const day = addDays(entry.day, apart);
      for (const word of told) {
        for (const one of index.get(keyOf(entry.amount, day, word)) ?? []) candidates.set(one.order.id, one);
      }
    }
    candidates.delete(entry.refusedId ?? 0);
    const ranked = [...candidates.values()].flatMap(({ order, words }): Found[] => {
      const agreement = agreementOf(words, told);
      if (!agreement) return [];
      const apart = Math.abs(dayNumber(order.day) - dayNumber(entry.day));
      const score = (agreement === 'name' ? 10 : 0) + DAYS_APART - apart + 1;
      return [{ order, score, reasons: ['amount', agreement, 'day'] }];
    });
    ranked.sort((one, other) => other.score - one.score);
    const [first, second] = ranked;
    if (!first || first.score !== second?.score) return first ?? null;
    // Two orders match equally: with a full name the office can decide, with a part of one it cannot.
    return first.score > 10 ? { ...first, reasons: [...first.reasons, 'several'] } : null;
  };
}
