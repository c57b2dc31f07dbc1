import { createHash } from 'node:crypto';

/** A stream of pseudo-random numbers. The same labels give the same stream on every machine. */
export type Chance = {
  /** 0 ≤ number < 1. */
  next(): number;
  /** 0 ≤ integer < `below`. */
  int(below: number): number;
  /** True in `share` of all cases. */
  isTrue(share: number): boolean;
  pick<T>(from: readonly T[]): T | undefined;
  shuffled<T>(list: readonly T[]): T[];
  bytes(count: number): Buffer;
  uuid(): string;
};

const WORD = 2 ** 32;

/** The generator sfc32, seeded by a digest of the labels. */
export function chanceOf(...labels: readonly (string | number)[]): Chance {
  const seed = createHash('sha256').update(labels.join('/')).digest();
  let [a, b, c, count] = [seed.readUInt32LE(0), seed.readUInt32LE(4), seed.readUInt32LE(8), seed.readUInt32LE(12)];
  const word = (): number => {
    const sum = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  const next = () => word() / WORD;
  const int = (below: number) => Math.floor(next() * below);
  const bytes = (size: number) => {
    const made = Buffer.alloc(size);
    for (let at = 0; at < size; at += 1) made[at] = word() & 0xff;
    return made;
  };
  return {
    next,
    int,
    bytes,
    isTrue: (share) => next() < share,
    pick: (from) => from[int(from.length)],
    shuffled: (list) => {
      const copy = [...list];
      for (let at = copy.length - 1; at > 0; at -= 1) {
        const other = int(at + 1);
        [copy[at], copy[other]] = [copy[other] as (typeof copy)[number], copy[at] as (typeof copy)[number]];
      }
      return copy;
    },
    uuid: () => {
      const made = bytes(16);
      made[6] = ((made[6] ?? 0) & 0x0f) | 0x40;
      made[8] = ((made[8] ?? 0) & 0x3f) | 0x80;
      return made.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}
