import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { SizedPaper } from './print-size.tsx';

const sizeOf = (text: string) => screen.getByText(text).closest('[data-print]')?.getAttribute('data-print');

it('a booklet is printed in the usual size until a larger one is chosen, and back', async () => {
  const { user } = renderInApp(
    <SizedPaper>
      <p>Questão 1</p>
    </SizedPaper>,
  );
  expect(sizeOf('Questão 1')).toBe('usual');
  await user.click(screen.getByRole('button', { name: 'Grande, 18 pt' }));
  expect(sizeOf('Questão 1')).toBe('large');
  await user.click(screen.getByRole('button', { name: 'Muito grande, 24 pt' }));
  expect(sizeOf('Questão 1')).toBe('largest');
  await user.click(screen.getByRole('button', { name: 'Normal' }));
  expect(sizeOf('Questão 1')).toBe('usual');
});
