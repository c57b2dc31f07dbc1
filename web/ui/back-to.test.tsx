import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { BackTo } from './back-to.tsx';

it('a press goes to the screen above', async () => {
  const { user, path } = renderInApp(<BackTo href="/courses">Cursos</BackTo>, '/courses/7');
  await user.click(screen.getByRole('link', { name: 'Cursos' }));
  expect(path()).toBe('/courses');
});
