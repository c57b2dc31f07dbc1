import { expect, it } from 'vitest';
import { textOfHtml } from './plain-html.ts';

it('reads a formula as its LaTeX, and a text beside a formula without any', () => {
  const latex = '<math><annotation encoding="application/x-tex">x^2</annotation></math>';
  expect(textOfHtml(`<p>a ${latex}</p>`)).toBe('a x^2');
  expect(textOfHtml(`<p><math><mi>y</mi></math> e ${latex}</p>`)).toBe('y e x^2');
});
