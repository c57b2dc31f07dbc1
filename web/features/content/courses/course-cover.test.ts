import { expect, it } from 'vitest';
import { categories } from '#contract/content/courses.ts';
import { coverOf } from './course-cover.ts';

it('the subject decides, and the same name always looks the same', () => {
  expect(coverOf('Português para a PM', 'GERAL')).toEqual({ arrangement: 'comma', hue: 255 });
  expect(coverOf('Constituição na prova de Soldado', 'DIREITO').arrangement).toBe('arcade');
  expect(coverOf('Direito Penal essencial', 'DIREITO').arrangement).toBe('scale');
  expect(coverOf('Do zero', 'HISTÓRIA').arrangement).toBe('years');
  expect(coverOf('Soldado PM completo', 'GERAL').arrangement).toBe('sun');
  expect(coverOf('Administrativo', 'DIREITO')).toEqual(coverOf('Administrativo', 'DIREITO'));
  for (const category of categories) {
    const { hue } = coverOf('Qualquer', category);
    expect(hue).toBeGreaterThanOrEqual(0);
    expect(hue).toBeLessThan(360);
  }
});
