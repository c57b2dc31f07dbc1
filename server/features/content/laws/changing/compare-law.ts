import { isDotted } from '../reading/amending-law.ts';
import type { DeviceRow } from '../reading/law-rows.ts';

export type StoredDevice = Omit<DeviceRow, 'versions'> & { text: string | null; isRevoked: boolean };
export type DeviceChange = {
  lexId: string;
  label: string;
  article: string | null;
  change: 'changed' | 'added' | 'revoked';
  before: string;
  after: string;
};

const remarks =
  /\((?:Reda[cç][aã]o dada|Inclu[ií]d[oa]|Acrescid[oa]|Acrescentad[oa]|Renumerad[oa]|NR)[^()]{0,160}\)/giu;

/** A text as it is compared: without the publisher's remarks, quotes around it and differences of white space. */
export const comparable = (text: string): string =>
  text
    .replace(remarks, ' ')
    .replace(/[“”"]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:])/g, '')
    .trim();

const currentOf = ({ versions }: DeviceRow) => versions.findLast(({ isCurrent }) => isCurrent) ?? null;

/** Numbers of an id in the order of the law: `art121-1_par2_inc6` as [[121, 1], [2, 2], …]. */
function orderKey(lexId: string): number[] {
  return lexId.split('_').flatMap((step) => {
    const [, kind = '', numbers = ''] = /^([a-z]{3})(.*)$/.exec(step) ?? [];
    const rank = ['anx', 'art', 'cpt', 'par', 'inc', 'ali', 'ite'].indexOf(kind);
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

export type Compared = { changes: DeviceChange[]; added: DeviceRow[] };

function compareRow(stored: StoredDevice | undefined, row: DeviceRow): DeviceChange | null {
  const current = currentOf(row);
  const head = { lexId: row.lexId, label: row.label, article: row.article };
  if (current === null || row.article === null) return null;
  if (!stored || stored.text === null) {
    if (current.state === 'revoked') return null;
    return { ...head, change: 'added', before: '', after: current.body };
  }
  const after = { before: stored.text, after: current.body };
  if (current.state === 'revoked') return stored.isRevoked ? null : { ...head, change: 'revoked', ...after };
  if (comparable(stored.text) === comparable(current.body) && !stored.isRevoked) return null;
  return { ...head, change: 'changed', ...after };
}

/** Compares the whole new text of a law: what it does not contain any more is revoked. */
export function compareFull(stored: readonly StoredDevice[], rows: readonly DeviceRow[]): Compared {
  const before = new Map(stored.map((device) => [device.lexId, device]));
  const after = new Set(rows.map(({ lexId }) => lexId));
  const found = rows.flatMap((row) => compareRow(before.get(row.lexId), row) ?? []);
  const gone = stored
    .filter(
      ({ lexId, text, article, isRevoked }) => text !== null && article !== null && !isRevoked && !after.has(lexId),
    )
    .map((device): DeviceChange => revoked(device));
  return { changes: [...found, ...gone], added: addedOf(before, rows, found) };
}

const revoked = ({ lexId, label, article, text }: StoredDevice): DeviceChange => ({
  ...{ lexId, label, article, change: 'revoked', before: text ?? '', after: '(Revogado)' },
});

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
    ({ lexId, text, isRevoked }) =>
      text !== null && !isRevoked && !named.has(lexId) && revokedIds.some((id) => isWithin(lexId, id)),
  );
  return { changes: [...found, ...gone.map(revoked)], added: addedOf(before, quoted, found) };
}

const isWithin = (lexId: string, above: string) => lexId === above || lexId.startsWith(`${above}_`);

/** New devices with the articles that contain them. */
function addedOf(before: ReadonlyMap<string, unknown>, rows: readonly DeviceRow[], found: readonly DeviceChange[]) {
  const needed = new Set(found.flatMap(({ lexId, article, change }) => (change === 'added' ? [lexId, article] : [])));
  return rows.filter(({ lexId }) => needed.has(lexId) && !before.has(lexId));
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
