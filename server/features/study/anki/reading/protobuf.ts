import { FileRefused } from '#server/zip/refused.ts';

/** One field of a message: its number and its value, bytes or a number. */
type Field = { number: number; bytes: Uint8Array | null; value: number };

/** The fields of a protobuf message, in order. Nested messages are bytes. */
export function* protobufFields(message: Uint8Array): Generator<Field> {
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; shift < 64; shift += 7) {
      const byte = message[at];
      if (byte === undefined) throw new FileRefused('broken');
      at += 1;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new FileRefused('broken');
  };
  const skip = (count: number): Uint8Array => {
    if (at + count > message.length) throw new FileRefused('broken');
    at += count;
    return message.subarray(at - count, at);
  };
  while (at < message.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    const wire = tag % 8;
    if (wire === 0) yield { number, bytes: null, value: varint() };
    else if (wire === 2) yield { number, bytes: skip(varint()), value: 0 };
    else if (wire === 1) skip(8);
    else if (wire === 5) skip(4);
    else throw new FileRefused('broken');
  }
}

export const utf8 = (bytes: Uint8Array | null): string => (bytes ? Buffer.from(bytes).toString('utf8') : '');
