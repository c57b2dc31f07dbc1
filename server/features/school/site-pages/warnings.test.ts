import { expect, it } from 'vitest';
import type { LandingContent } from '#contract/school/site-content.ts';
import { type Facts, warningsOf } from './warnings.ts';

const now = new Date('2026-11-15T12:00:00Z');
const rich: Facts = { questions: 5000, students: 9000, ratings: 900, lastQuizAt: now, unkept: [], now };

/** Only the parts that are asked about; the rest says nothing. */
const page = (parts: Partial<LandingContent>): LandingContent => ({ stats: [], ...parts }) as unknown as LandingContent;
const texts = (content: LandingContent, facts: Partial<Facts>) =>
  warningsOf(content, { ...rich, ...facts }).map(({ part, text }) => `${part}: ${text}`);

const hero = (lead: string) => page({ hero: { lead } as LandingContent['hero'] });

it('a number above that of the school is a warning, once for each part', () => {
  const content = hero('Mais de 3.000 questões comentadas. São 3.000 questões.');
  expect(texts(content, { questions: 38 })).toEqual(['hero: Promete 3.000 questões; o banco tem 38.']);
  expect(texts(content, { questions: 3000 })).toEqual([]);
});

it('a figure and its label are one claim', () => {
  const content = page({ stats: [{ figure: '+2.847', label: 'alunos aprovados' }] });
  expect(texts(content, { students: 12 })).toEqual(['stats: Fala em 2.847 alunos; a escola tem 12.']);
});

it.each([
  ['2026-10-23T12:00:00Z', ['hero: Promete simulado toda semana; o último foi há 23 dias.']],
  ['2026-11-08T12:00:00Z', []],
  [null, ['hero: Promete simulado toda semana; nenhum foi publicado ainda.']],
])('a weekly quiz of which the last was at %s', (last, said) => {
  expect(texts(hero('Simulados toda semana.'), { lastQuizAt: last ? new Date(last) : null })).toEqual(said);
});

it('a payment method or contact that the school lacks is a warning where the page names it', () => {
  expect(texts(hero('Fale no WhatsApp.'), { unkept: ['whatsapp', 'slip'] })).toEqual([
    'hero: WhatsApp sem número: informe um nas configurações ou esconda a linha.',
  ]);
  expect(texts(hero('Pague com {outras formas}.'), { unkept: ['slip'] })).toHaveLength(1);
  expect(texts(hero('Aulas.'), { unkept: ['whatsapp', 'card', 'slip'] })).toEqual([]);
});
