import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { boundMemory } from './wasm-memory.ts';

const PAGE = 65_536;

/** A module that exports a memory of at least one page and at most 32,768. */
const made = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...[5, 6, 1, 1, 1, 0x80, 0x80, 0x02],
  ...[7, 5, 1, 1, 0x6d, 2, 0],
]);

const memoryOf = async (module: Uint8Array) => {
  const { instance } = await WebAssembly.instantiate(module as Uint8Array<ArrayBuffer>, {});
  return instance.exports.m as WebAssembly.Memory;
};

test('the memory of a module grows to its bound and not further', async () => {
  const memory = await memoryOf(boundMemory(made, 300));
  memory.grow(299);
  expect(memory.buffer.byteLength).toBe(300 * PAGE);
  expect(() => memory.grow(1)).toThrow(RangeError);
});

test('a bound above that of the module changes nothing, and the module that was given stays as it is', () => {
  const before = made.slice();
  expect(boundMemory(made, 40_000)).toEqual(made);
  boundMemory(made, 300);
  expect(made).toEqual(before);
});

test('a module whose memory has no maximum is refused', () => {
  const endless = Uint8Array.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 3, 1, 0, 1]);
  expect(() => boundMemory(endless, 300)).toThrow(/maximum/);
  expect(() => boundMemory(made.subarray(0, 8), 300)).toThrow(/maximum/);
});

test.each(['jbig2.wasm', 'openjpeg.wasm'])('the decoder %s can be bounded and stays valid', async (name) => {
  const module = new Uint8Array(await readFile(createRequire(import.meta.url).resolve(`pdfjs-dist/wasm/${name}`)));
  const bounded = boundMemory(module, 8192);
  expect(bounded).not.toEqual(module);
  expect(WebAssembly.validate(bounded as Uint8Array<ArrayBuffer>)).toBe(true);
});
