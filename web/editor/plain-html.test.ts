import { expect, it } from 'vitest';
import { textOfHtml } from './plain-html.ts';

it('a formula is read as its LaTeX, and one without LaTeX as its text', () => {
  const latex = '<math><annotation encoding="application/x-tex">x^2</annotation></math>';
  expect(textOfHtml(`<p>a ${latex}</p>`)).toBe('a x^2');
  expect(textOfHtml(`<p><math><mi>y</mi></math> e ${latex}</p>`)).toBe('y e x^2');
});
