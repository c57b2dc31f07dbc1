import { expect, it } from 'vitest';
import { renderTemplate } from './templates.ts';

const render = (template: string) =>
  renderTemplate(template, { fields: new Map([['Cheio', 'x']]), special: new Map(), isAnswer: false });

it('a section hides what is inside it, and nothing after it', () => {
  expect(render('a{{#Vazio}}b{{#Cheio}}c{{/Cheio}}d{{/Vazio}}e{{^Vazio}}f{{/Vazio}}{{/Solto}}g')?.html).toBe('aefg');
});

it('a template that is too long is not rendered', () => {
  expect(render('a'.repeat(200_000))?.html).toHaveLength(200_000);
  expect(render('a'.repeat(200_001))).toBeNull();
});
