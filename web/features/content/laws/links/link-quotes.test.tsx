import { expect, test } from 'vitest';
import type { LawLink } from '#contract/content/law-citations.ts';
import { devicesAround } from './law-dialog.tsx';
import { linkAt, linkEveryQuote, linkQuotes, unlinkQuotes } from './link-quotes.ts';

const link = (quote: string, over: Partial<LawLink> = {}): LawLink => ({
  quote,
  occurrence: 0,
  lawId: 1,
  lawName: 'CF',
  article: 'art5',
  lexId: 'art5',
  isRefused: false,
  ...over,
});

function lesson(html: string): HTMLElement {
  const root = document.createElement('div');
  root.innerHTML = html;
  return root;
}
const hrefOf = ({ lexId }: LawLink) => `/${lexId}`;

test('quotes become links, across inline elements and at their own occurrence', () => {
  const root = lesson('<p>O art. 5º da CF, o <b>art. 6º</b> da CF e o art. 5º da CF.</p>');
  const before = root.innerHTML;
  linkQuotes(root, [link('art. 5º da CF', { occurrence: 1 }), link('art. 6º da CF', { lexId: 'art6' })], hrefOf);
  expect([...root.querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
    ['art. 6º', '/art6'],
    [' da CF', '/art6'],
    ['art. 5º da CF', '/art5'],
  ]);
  expect(linkAt(root.querySelector('b a'))).toBe(1);
  expect(root.textContent).toBe('O art. 5º da CF, o art. 6º da CF e o art. 5º da CF.');
  unlinkQuotes(root);
  expect(root.innerHTML).toBe(before);
});

test('a quote inside a link, a refused one and one that is gone stay text', () => {
  const root = lesson('<p><a href="/x">art. 5º da CF</a> e art. 6º da CF</p>');
  linkQuotes(root, [link('art. 5º da CF'), link('art. 6º da CF', { isRefused: true }), link('art. 9º da CF')], hrefOf);
  expect(root.querySelectorAll('a')).toHaveLength(1);
});

test('every place of a quote is a link, the longer one first, and parts of words stay text', () => {
  const root = lesson('<p>6º da CF, art. 6º da CF, art. 16º da CF, 6º da CFA; art. 6º da CF.</p>');
  const before = root.innerHTML;
  linkEveryQuote(root, [link('6º da CF', { lexId: 'short' }), link('art. 6º da CF', { lexId: 'long' })], hrefOf);
  expect([...root.querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href')])).toEqual([
    ['6º da CF', '/short'],
    ['art. 6º da CF', '/long'],
    ['art. 6º da CF', '/long'],
  ]);
  unlinkQuotes(root);
  expect(root.innerHTML).toBe(before);
});

test('the cited device comes with what lies above and below it', () => {
  const device = (lexId: string) => ({
    lexId,
    kind: 'inciso' as const,
    label: lexId,
    depth: 1,
    text: '',
    state: 'in_force' as const,
    amending: '',
    earlierCount: 0,
  });
  const article = {
    lexId: 'art5',
    label: 'Art. 5º',
    title: '',
    devices: ['art5_cpt', 'art5_cpt_inc1', 'art5_cpt_inc1_ali1', 'art5_cpt_inc10', 'art5_par1'].map(device),
  };
  const around = (lexId: string) => devicesAround(article, lexId).devices.map((one) => one.lexId);
  expect(around('art5_cpt_inc1')).toEqual(['art5_cpt', 'art5_cpt_inc1', 'art5_cpt_inc1_ali1']);
  expect(around('art5')).toHaveLength(5);
});
