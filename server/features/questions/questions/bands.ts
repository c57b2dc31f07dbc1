/**
 * What a content is found by when others like it are looked for: min-hashes of its shingles, three to a band. Two
 * contents that share a part J of their shingles share a given band with the chance J³: of twenty bands, those that are
 * the same with every tenth word changed (J about 0.69) share seven, and two that have only a phrase in common none.
 * See docs/decisions/218-near-duplicates.md.
 */
const BANDS = 20;
const ROWS = 3;

/** An integer scattered over 32 bits (the finisher of MurmurHash3). */
function scattered(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** FNV-1a over the code units of a text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}

const seeds = Array.from({ length: BANDS * ROWS }, (_, at) => scattered(at + 1));

/** Empty where there is nothing to compare. */
export function bandsOf(shingles: Iterable<string>): number[] {
  const least = new Int32Array(BANDS * ROWS).fill(0x7fffffff);
  let count = 0;
  for (const shingle of shingles) {
    const hash = hashOf(shingle);
    count += 1;
    for (let at = 0; at < seeds.length; at += 1) {
      const value = scattered(hash ^ (seeds[at] ?? 0));
      if (value < (least[at] ?? 0)) least[at] = value;
    }
  }
  if (count === 0) return [];
  return Array.from({ length: BANDS }, (_, band) => {
    // The band's number is part of it: the same hashes in another band say nothing.
    let hash = scattered(~band);
    for (let row = 0; row < ROWS; row += 1) hash = scattered(hash ^ (least[band * ROWS + row] ?? 0));
    return hash | 0;
  });
}
