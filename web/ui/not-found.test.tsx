import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { buttonClass } from './button.tsx';
import { NotFound } from './not-found.tsx';

it('a screen for what does not exist has its heading, its text and a link in the style of a button', async () => {
  const { user, path } = renderInApp(
    <NotFound
      title="Lei não encontrada"
      text="Ela pode ter sido excluída."
      link={{ href: '/laws', label: 'Ver as leis', variant: 'line' }}
    />,
  );
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Lei não encontrada');
  expect(screen.getByText('Ela pode ter sido excluída.')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Ver as leis' });
  expect(link.className).toBe(buttonClass({ variant: 'line' }));
  await user.click(link);
  expect(path()).toBe('/laws');
});
