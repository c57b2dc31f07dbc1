import { isDotted } from '../reading/amending-law.ts';
import type { VersionState } from '../reading/law-notes.ts';
import type { DeviceRow } from '../reading/law-rows.ts';
import { noteSource } from '../reading/parse-law.ts';

/** A device with its text in force; both are null where it has none. */
export type StoredDevice = Omit<DeviceRow, 'versions'> & { text: string | null; state: VersionState | null };
export type DeviceChange = {
  lexId: string;
  label: string;
  article: string | null;
  change: 'changed' | 'added' | 'revoked';
  before: string;
  after: string;
  state: VersionState;
};

const remarks = new RegExp(String.raw`${noteSource}|\(NR\)`, 'giu');

/**
 * A text as it is compared: without the publisher's remarks, quotes around it and differences of white space, dashes
 * and composed letters.
 */
export const comparable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(remarks, ' ')
    .replace(/[“”"]/g, ' ')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:])/g, '')
    .trim();

const currentOf = ({ versions }: DeviceRow) => versions.findLast(({ isCurrent }) => isCurrent) ?? null;

/** Numbers of an id in the order of the law: `art121-1_par2_inc6` as [[121, 1], [2, 2], …]. */
function orderKey(lexId: string): number[] {
  return lexId.split('_').flatMap((step) => {
    const [, kind = '', numbers = ''] = /^([a-z]{3})(.*)$/.exec(step) ?? [];
    // An annex comes behind the articles of the law.
    const rank = ['art', 'cpt', 'par', 'inc', 'ali', 'ite', 'anx'].indexOf(kind);
    const [first = 0, second = 0] = numbers.split('-').map((one) => Number.parseInt(one, 10) || 0);
    return [rank, first, second];
  });
}

/** Whether one device comes before another in the text of a law. */
export function isBefore(one: string, other: string): boolean {
  const [left, right] = [orderKey(one), orderKey(other)];
  for (const [at, value] of left.entries()) {
    const against = right[at];
    if (against === undefined) return false;
    if (value !== against) return value < against;
  }
  return left.length < right.length;
}

export type Compared = {
  /** In the order of the law. */
  changes: DeviceChange[];
  added: DeviceRow[];
  /** Every device of the law, the new ones included. */
  order: string[];
};

function compareRow(stored: StoredDevice | undefined, row: DeviceRow): DeviceChange | null {
  const current = currentOf(row);
  if (current === null || row.article === null) return null;
  const { state, body: after } = current;
  const head = { lexId: row.lexId, label: row.label, article: row.article, state, after };
  if (!stored || stored.text === null) {
    return state === 'revoked' ? null : { ...head, change: 'added', before: '' };
  }
  const isSameState = stored.state === state;
  if (isSameState && (state !== 'in_force' || comparable(stored.text) === comparable(after))) return null;
  return { ...head, change: state === 'revoked' ? 'revoked' : 'changed', before: stored.text };
}

/** Compares the whole new text of a law: what it does not contain any more is revoked. */
export function compareFull(stored: readonly StoredDevice[], rows: readonly DeviceRow[]): Compared {
  const before = new Map(stored.map((device) => [device.lexId, device]));
  const after = new Set(rows.map(({ lexId }) => lexId));
  const found = rows.flatMap((row) => compareRow(before.get(row.lexId), row) ?? []);
  const gone = stored.filter((device) => isInForce(device) && !after.has(device.lexId)).map(revoked);
  return inOrder(stored, [...found, ...gone], addedOf(before, rows, found));
}

/** Devices of articles that an amendment can revoke. */
export const isInForce = ({ article, state }: StoredDevice): boolean => article !== null && state === 'in_force';

const revoked = ({ lexId, label, article, text }: StoredDevice): DeviceChange => ({
  ...{ lexId, label, article, change: 'revoked', before: text ?? '', after: '(Revogado)', state: 'revoked' },
});

function inOrder(stored: readonly StoredDevice[], changes: readonly DeviceChange[], added: DeviceRow[]): Compared {
  const order = orderWith(stored, added);
  const places = new Map(order.map((lexId, at) => [lexId, at]));
  const placeOf = ({ lexId }: DeviceChange) => places.get(lexId) ?? order.length;
  return { changes: changes.toSorted((one, other) => placeOf(one) - placeOf(other)), added, order };
}

/** Compares the devices that an amending law quotes, and revokes those that it names with everything below them. */
export function compareQuoted(
  stored: readonly StoredDevice[],
  rows: readonly DeviceRow[],
  revokedIds: readonly string[],
): Compared {
  const before = new Map(stored.map((device) => [device.lexId, device]));
  const quoted = rows.filter((row) => !isDotted(comparable(currentOf(row)?.body ?? '')) || row.kind === 'artigo');
  const found = quoted.flatMap((row) => compareRow(before.get(row.lexId), row) ?? []);
  const named = new Set(found.map(({ lexId }) => lexId));
  const gone = stored.filter(
    (device) => isInForce(device) && !named.has(device.lexId) && revokedIds.some((id) => isWithin(device.lexId, id)),
  );
  return inOrder(stored, [...found, ...gone.map(revoked)], addedOf(before, quoted, found));
}

const isWithin = (lexId: string, above: string) => lexId === above || lexId.startsWith(`${above}_`);

/** New devices with the articles that contain them. */
function addedOf(before: ReadonlyMap<string, unknown>, rows: readonly DeviceRow[], found: readonly DeviceChange[]) {
  const needed = new Set(found.flatMap(({ lexId, article, change }) => (change === 'added' ? [lexId, article] : [])));
  return rows.filter(({ lexId }) => needed.has(lexId) && !before.has(lexId));
}

type Run = { article: string | null; ids: string[] };

/** Every device of the law in the order of its text, the new ones behind the last that comes before them. */
export function orderWith(
  stored: readonly Pick<StoredDevice, 'lexId' | 'article'>[],
  added: readonly Pick<DeviceRow, 'lexId' | 'article'>[],
): string[] {
  const runs: Run[] = [];
  for (const { lexId, article } of stored) {
    const open = runs.at(-1);
    if (open && article !== null && open.article === article) open.ids.push(lexId);
    else runs.push({ article, ids: [lexId] });
  }
  const runOf = new Map(runs.flatMap((run) => (run.article === null ? [] : [[run.article, run] as const])));
  for (const { lexId, article } of added) {
    const known = article === null ? undefined : runOf.get(article);
    if (known) {
      known.ids.splice(known.ids.findLastIndex((one) => isBefore(one, lexId)) + 1, 0, lexId);
      continue;
    }
    const run = { article, ids: [lexId] };
    // A new article goes behind everything of the article before it.
    const at = runs.findLastIndex((one) => one.article !== null && isBefore(one.article, lexId));
    runs.splice(at + 1, 0, run);
    if (article !== null) runOf.set(article, run);
  }
  return runs.flatMap(({ ids }) => ids);
}

/**
 * The ids whose citation is a citation of a changed device: the device itself and what contains it. A citation of the
 * caput means its sentence, not the incisos below it.
 */
export function citedBy(changed: Iterable<string>): string[] {
  const hit = new Set<string>();
  for (const lexId of changed) {
    hit.add(lexId);
    for (let at = lexId.lastIndexOf('_'); at > 0; at = lexId.lastIndexOf('_', at - 1)) {
      const above = lexId.slice(0, at);
      if (above.startsWith('anx') && !above.includes('_')) break;
      if (!above.endsWith('_cpt')) hit.add(above);
    }
  }
  return [...hit];
}
