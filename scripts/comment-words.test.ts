import { expect, test } from 'vitest';
import { countInDocuments, countInTitles, countWords, exceeded } from './comment-words.ts';

const source = (path: string, text: string) => ({ path, text });

test('words are counted in comments only, by district or tree', () => {
  const counts = countWords([
    source('server/features/money/offers/a.ts', "// Whoever asks is told.\nconst text = 'whoever';\n"),
    source('contract/money/b.ts', '/** Made anew. */\n'),
    source('web/lib/c.ts', 'const url = `https://anew.example`; // plain\n'),
  ]);
  expect(counts).toEqual({ money: 3, web: 0 });
});

test('a fragment that begins with Of is counted, the preposition inside a sentence is not', () => {
  expect(countWords([source('server/a.ts', '/** Of the last day. */\n/** The end of the last day. */\n')])).toEqual({
    server: 1,
  });
});

test('a count above its limit is reported, and an area without a limit allows none', () => {
  expect(exceeded({ money: 3, web: 1, study: 2 }, { money: 3, study: 1 })).toEqual([
    'web: comments use 1 words that docs/vocabulary.md rules out; the limit is 0',
    'study: comments use 2 words that docs/vocabulary.md rules out; the limit is 1',
  ]);
});

test('titles of tests are counted with and without cases, and strings beside them are not', () => {
  const text = [
    "it('is told', () => expect('nobody').toBe(1));",
    'test.each([1])("for whoever asks %s", () => 0);',
    'describe(`so many`, () => 0);',
    "describe.skipIf(true)('anew', () => 0);",
  ].join('\n');
  expect(countInTitles([source('server/a.test.ts', text), source('server/a.ts', text)])).toBe(4);
});

test('documents are counted whole', () => {
  expect(countInDocuments(['Nobody is told.\n', 'Plain.\n'])).toBe(2);
});
