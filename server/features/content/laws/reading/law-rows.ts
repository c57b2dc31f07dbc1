import type { DeviceKind } from './law-labels.ts';
import { readNote, type VersionState } from './law-notes.ts';
import { type FlatDevice, flatten } from './law-versions.ts';
import type { LawReading } from './parse-law.ts';

export type VersionRow = {
  number: number;
  body: string;
  state: VersionState;
  isCurrent: boolean;
  /** The day that the source gives; null where it gives none. */
  from: string | null;
  /** The first day on which this text can be the one in force; null: it always could. */
  startsOn: string | null;
  amending: string;
  amendingUrn: string | null;
};

export type DeviceRow = {
  lexId: string;
  kind: DeviceKind;
  label: string;
  title: string;
  article: string | null;
  depth: number;
  position: number;
  versions: VersionRow[];
};

const articleOf = (lexId: string): string | null => /^(?:anx[^_]{1,6}_)?art[^_]{1,12}/.exec(lexId)?.[0] ?? null;

/** The texts of one device, the oldest first. The text that is not old is the current one. */
function versionsOf(occurrences: readonly FlatDevice[]): VersionRow[] {
  const written = occurrences.filter(({ text, kind }) => text !== '' || kind === 'caput');
  let startsOn: string | null = null;
  return written.map(({ text, notes, isOld }, at): VersionRow => {
    const { state, amending, amendingUrn, from, startsOn: own } = readNote(text, notes);
    // Sources print texts in the order of their age: none starts before the one above it.
    if (own !== null && (startsOn === null || own > startsOn)) startsOn = own;
    return { number: at + 1, body: text, state, isCurrent: !isOld, from, startsOn, amending, amendingUrn };
  });
}

/** A reading as rows: one per device, in the order of the text, with all of its texts. */
export function rowsOfReading({ devices }: LawReading): DeviceRow[] {
  const occurrences = Map.groupBy(flatten(devices), ({ id }) => id);
  const last = [...occurrences.values()].flatMap((all) => all.findLast(({ isOld }) => !isOld) ?? all.at(-1) ?? []);
  const order = new Map(flatten(devices).map((device, at) => [`${device.id}:${device.line}`, at]));
  const sorted = last.sort(
    (one, other) => (order.get(`${one.id}:${one.line}`) ?? 0) - (order.get(`${other.id}:${other.line}`) ?? 0),
  );
  return sorted.map((device, position) => ({
    lexId: device.id,
    kind: device.kind,
    label: device.label,
    title: device.title,
    article: articleOf(device.id),
    depth: device.depth,
    position,
    versions: versionsOf(occurrences.get(device.id) ?? []),
  }));
}
