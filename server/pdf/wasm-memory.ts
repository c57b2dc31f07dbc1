const HEAD = 8;
const MEMORY_SECTION = 5;
/** The limits of the memory: a smallest and a largest size. */
const HAS_MAXIMUM = 1;

/** A module whose memory grows to at most that many pages of 64 KB. The limit of the module itself is replaced. */
export function boundMemory(module: Uint8Array, pages: number): Uint8Array {
  let at = HEAD;
  while (at < module.length) {
    const length = readNumber(module, at + 1);
    if (module[at] !== MEMORY_SECTION) {
      at = length.end + length.value;
      continue;
    }
    const flags = readNumber(module, length.end + 1);
    const maximum = readNumber(module, readNumber(module, flags.end).end);
    if (module[length.end] !== 1 || flags.value !== HAS_MAXIMUM) break;
    const bounded = module.slice();
    writeNumber(bounded, Math.min(pages, maximum.value), { from: readNumber(module, flags.end).end, to: maximum.end });
    return bounded;
  }
  throw new Error('The module has no memory with a maximum.');
}

/** A number of seven bits a byte, the lowest first (LEB128). */
function readNumber(bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** (7 * (at - from));
    if (byte < 0x80) return { value, end: at + 1 };
  }
  return { value, end: bytes.length };
}

/** Writes a number over another of the same length. */
function writeNumber(bytes: Uint8Array, number: number, { from, to }: { from: number; to: number }): void {
  for (let at = from; at < to; at += 1) {
    const bits = Math.floor(number / 2 ** (7 * (at - from))) & 0x7f;
    bytes[at] = at === to - 1 ? bits : bits | 0x80;
  }
}
