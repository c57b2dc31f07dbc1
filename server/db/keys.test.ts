import { expect, test } from 'vitest';
import { uuidv7 } from './ids.ts';
import { identityKey, likePattern, searchKey } from './keys.ts';

test('two spellings of a name have the same key', () => {
  for (const spelling of ['Ana.Silva', '  ana.silva ', 'ANA.SILVA', 'ａｎａ．ｓｉｌｖａ']) {
    expect(identityKey(spelling)).toBe('ana.silva');
  }
  expect(identityKey('José')).not.toBe(identityKey('Jose'));
});

test('a search key ignores accents, case and repeated spaces', () => {
  expect(searchKey('  José   CONCEIÇÃO ')).toBe('jose conceicao');
});

test("LIKE's special characters match literally", () => {
  expect(likePattern('100%_\\')).toBe('%100\\%\\_\\\\%');
});

test('ids are UUID v7 that sort by time', () => {
  const early = uuidv7(new Date('2026-01-01T00:00:00.000Z'));
  const late = uuidv7(new Date('2026-01-01T00:00:00.001Z'));
  expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(early < late).toBe(true);
  expect(new Set(Array.from({ length: 1000 }, () => uuidv7(new Date(0)))).size).toBe(1000);
});
