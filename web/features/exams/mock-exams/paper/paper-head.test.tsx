import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { school } from '#web/lib/school.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { PaperHead } from './paper-head.tsx';

it('a booklet begins with the school, its title, and lines for the name of the candidate and the date', () => {
  renderInApp(<PaperHead title="Simulado 3" />);
  expect(screen.getByText(school.name)).toBeDefined();
  expect(screen.getByRole('heading', { name: 'Simulado 3' })).toBeDefined();
  expect(screen.getByText(/^Candidato\(a\):/)).toBeDefined();
  expect(screen.getByText(/^Data:/)).toBeDefined();
});
