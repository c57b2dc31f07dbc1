import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { enterAsExample, listExampleLogins } from '#contract/people/example-logins.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import ExampleLogins from './example-logins.tsx';

test('a press on a role opens its example account', async () => {
  const server = fakeServer();
  server.on(listExampleLogins, answers.json({ roles: ['student', 'teacher', 'admin'] }));
  server.on(enterAsExample, answers.json({ id: 'u1', username: 'professora' }));
  const onEnter = vi.fn();
  const { user } = renderInApp(<ExampleLogins onEnter={onEnter} onRefuse={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Entrar como professora' }));
  await vi.waitFor(() => expect(onEnter.mock.calls[0]?.[0]).toMatchObject({ username: 'professora' }));
  expect(server.calls.at(-1)?.path).toBe('/api/example-logins/teacher');
});

test('where the server offers no example account, nothing is shown', async () => {
  const server = fakeServer();
  server.on(listExampleLogins, answers.error(404, 'not_found', 'Não há contas de exemplo aqui.'));
  renderInApp(<ExampleLogins onEnter={() => undefined} onRefuse={() => undefined} />);
  await vi.waitFor(() => expect(server.calls).toHaveLength(1));
  expect(screen.queryByText('Escola de exemplo')).toBeNull();
});
