import { expect, test } from 'vitest';
import type { LandingContent } from '#contract/school/site-content.ts';
import { countsIn, removeStatements, shownContent, statementsOf, withCounts, withPlaceholders } from './statements.ts';

const content = {
  hero: { claim: '', lead: 'Mais de 3.000 questões. Aulas diretas.' },
  stats: [
    { figure: '+2.847', label: 'alunos' },
    { figure: '3.000', label: 'questões' },
  ],
  testimonials: { title: 'Quem já vestiu a farda', people: [], rating: { score: '4.9/5.0', reviews: 'em +500' } },
  pricing: { includes: ['120 aulas', 'Suporte'] },
} as unknown as LandingContent;
const texts = (of: LandingContent) => statementsOf(of).map(({ text }) => text);

test('a text is read sentence by sentence, and a figure together with its label', () => {
  expect(texts(content)).toEqual([
    'Mais de 3.000 questões.',
    'Aulas diretas.',
    '+2.847 alunos',
    '3.000 questões',
    '4.9/5.0 em +500',
    '120 aulas',
    'Suporte',
  ]);
});

test('removing statements drops list elements that become empty and keeps the sentences around', () => {
  const gone = statementsOf(content).filter(({ text }) => /questões|aulas$|4\.9/.test(text));
  const left = removeStatements(content, gone);
  expect(left.hero.lead).toBe('Aulas diretas.');
  expect(left.stats).toEqual([{ figure: '+2.847', label: 'alunos' }]);
  expect(left.testimonials.rating).toEqual({ score: '', reviews: '' });
  expect(left.pricing.includes).toEqual(['Suporte']);
});

test('removing two figures of three leaves the third', () => {
  const third = { figure: '24h', label: 'de suporte' };
  const three = { ...content, stats: [...content.stats, third] };
  const gone = statementsOf(three).filter(({ kind, text }) => kind === 'figure' && !text.startsWith('24h'));
  expect(removeStatements(three, gone).stats).toEqual([third]);
});

test.each([
  ['Mais de 3.000 questões comentadas', '{questões} questões comentadas'],
  ['+500 simulados e 20 aulas', '{simulados} simulados e {aulas} aulas'],
  ['Uma aula e cinco questões', 'Uma aula e cinco questões'],
  ['93% dos alunos', '93% dos alunos'],
])('the counts of “%s” become placeholders', (typed, filled) => {
  expect(withPlaceholders(typed)).toBe(filled);
});

test('every count of a page becomes a placeholder, once', () => {
  const counted = withCounts(content);
  expect(texts(counted)).toContain('{questões} questões');
  expect(counted.pricing.includes[0]).toBe('{aulas} aulas');
  expect(withCounts(counted)).toEqual(counted);
  expect(countsIn('{vagas} e {aulas} aulas')).toEqual(['lessons', 'seats']);
});

test('a hidden count is left out of what visitors see, typed or by placeholder', () => {
  const shown = shownContent({ ...content, hiddenCounts: ['questions'] });
  expect(texts(shown).join(' ')).not.toMatch(/questões/);
  expect(texts(shown)).toContain('120 aulas');
});
