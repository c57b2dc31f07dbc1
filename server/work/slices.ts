import { deserialize, serialize } from 'node:v8';
import { nextTurn } from './next-turn.ts';

const ROWS = 250;

/**
 * A long list as a worker sends it. One message with the whole list would block the event loop of the receiver until
 * the list is read.
 */
export type Slices<Row> = {
  bytes: Uint8Array[];
  /** Never sent: only the type knows what the bytes hold. */
  row?: Row;
};

export function toSlices<Row>(list: readonly Row[]): Slices<Row> {
  const bytes: Uint8Array[] = [];
  for (let from = 0; from < list.length; from += ROWS) bytes.push(serialize(list.slice(from, from + ROWS)));
  return { bytes };
}

/** Reads the list, and yields to the event loop after each slice. */
export async function fromSlices<Row>({ bytes }: Slices<Row>): Promise<Row[]> {
  const list: Row[] = [];
  for (const slice of bytes) {
    list.push(...(deserialize(slice) as Row[]));
    await nextTurn();
  }
  return list;
}

const PIECES = 100;

/** Joins the pieces of a long text, and yields to the event loop after every hundred. */
export async function joinInTurns(pieces: Iterable<string>): Promise<string> {
  let text = '';
  let count = 0;
  for (const piece of pieces) {
    text += piece;
    count += 1;
    if (count % PIECES === 0) await nextTurn();
  }
  return text;
}
