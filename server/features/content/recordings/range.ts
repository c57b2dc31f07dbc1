import { RECORDING_CHUNK_BYTES } from '#contract/limits.ts';
import type { Stretch } from '#server/files/files.ts';

/**
 * The range that a Range header asks for, limited to one chunk: players ask again for more. Undefined: the whole file, as for every header that is not one plain range
 * (RFC 9110 lets a server ignore it). Null: it begins behind the end.
 */
export function stretchOf(header: string | undefined, size: number): Stretch | null | undefined {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  if (!asked) return undefined;
  const [, from = '', to = ''] = asked;
  if (from === '' && to === '') return undefined;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? null : bounded(size - length, size - 1);
  }
  const start = Number(from);
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < start) return undefined;
  return start >= size ? null : bounded(start, end);
}

const bounded = (start: number, end: number): Stretch => ({
  start,
  end: Math.min(end, start + RECORDING_CHUNK_BYTES - 1),
});
