import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import ReadingPanel from './reading-panel.tsx';

it('the panel shows the current choice and reports a press', async () => {
  const onChange = vi.fn();
  render(<ReadingPanel id="x" look={{ size: 'large', width: 'normal', paper: 'theme' }} onChange={onChange} />);
  expect(screen.getByRole('button', { name: 'Grande' }).getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Bem maior' }));
  await userEvent.click(screen.getByRole('button', { name: 'Coluna estreita' }));
  await userEvent.click(screen.getByRole('button', { name: 'Sépia' }));
  expect(onChange.mock.calls).toEqual([[{ size: 'largest' }], [{ width: 'narrow' }], [{ paper: 'sepia' }]]);
});
