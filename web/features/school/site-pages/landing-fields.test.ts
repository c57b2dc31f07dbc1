import { expect, it } from 'vitest';
import { defaultLanding } from '#web/features/school/landing/content.ts';
import { changesBetween, contentLines, sectionLines } from './content-lines.ts';
import { maxAt, sections, valueAt, withValueAt } from './landing-fields.ts';

const leaves = (value: unknown, path = ''): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, inside]) => leaves(inside, path ? `${path}.${name}` : name))
    : [path];

it('every text, number and picture of the page has a field', () => {
  expect(
    contentLines(defaultLanding)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(leaves(defaultLanding).sort());
});

it('a value is changed at its path in a copy, and the original stays', () => {
  const changed = withValueAt(defaultLanding, 'faq.questions.1.answer', 'Por PIX.');
  expect(valueAt(changed, 'faq.questions.1.answer')).toBe('Por PIX.');
  expect(valueAt(defaultLanding, 'faq.questions.1.answer')).not.toBe('Por PIX.');
  expect(changed.hero).toBe(defaultLanding.hero);
  expect(changesBetween(defaultLanding, changed)).toMatchObject([
    { label: 'Perguntas: Pergunta 2, resposta', after: 'Por PIX.' },
  ]);
});

it('a removed item is shown as a change', () => {
  const fewer = withValueAt(defaultLanding, 'stats', defaultLanding.stats.slice(0, 3));
  expect(changesBetween(defaultLanding, fewer).map(({ before, after }) => [before, after])).toEqual([
    ['24h', null],
    ['de suporte', null],
  ]);
});

it('a conflict lists the same sections as the merge', () => {
  expect(
    sectionLines(defaultLanding)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(defaultLanding).sort());
});

it('the contract limits the length of a text', () => {
  expect(maxAt('hero.title')).toBe(90);
  expect(maxAt('benefits.cards.0.text')).toBe(300);
  expect(maxAt('pricing.steps.0')).toBe(160);
  expect(maxAt('testimonials.people')).toBe(12);
  expect(sections).toHaveLength(Object.keys(defaultLanding).length);
});
