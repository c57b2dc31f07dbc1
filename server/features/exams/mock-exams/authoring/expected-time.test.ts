import { expect, it } from 'vitest';
import { expectedSeconds, type Timed } from './expected-time.ts';

const words = (count: number) => Array.from({ length: count }, () => 'palavra').join(' ');
const question = (wish: Partial<Timed> = {}): Timed => ({
  kind: 'choice',
  format: 'plain',
  statement: words(80),
  options: [{ optionText: words(10) }, { optionText: words(10) }],
  baseText: null,
  ...wish,
});

it('the expected time is time to think and time to read at two hundred words a minute', () => {
  expect(expectedSeconds([])).toBe(0);
  expect(expectedSeconds([question()])).toBe(60 + 30);
  expect(expectedSeconds([question({ kind: 'true_false' })])).toBe(30 + 30);
  expect(expectedSeconds([question(), question()])).toBe(180);
});

it('the expected time counts words and not the tags of rich text', () => {
  const rich = question({ format: 'html', statement: `<p><strong>${words(80)}</strong></p>` });
  expect(expectedSeconds([rich])).toBe(90);
});

it('the expected time counts a text that questions share once', () => {
  const baseText = { id: 1, versionId: 1, title: 'Texto I', format: 'plain' as const, text: words(400) };
  expect(expectedSeconds([question({ baseText }), question({ baseText })])).toBe(180 + 120);
  const other = { ...baseText, id: 2 };
  expect(expectedSeconds([question({ baseText }), question({ baseText: other })])).toBe(180 + 240);
});
