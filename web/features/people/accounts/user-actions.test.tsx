import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { setUserStatus } from '#contract/people/accounts.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { UserActions } from './user-actions.tsx';
import type { ListedUser } from './users.queries.ts';

test('a student whose proof contradicts the order is not let in from the list, and the office is sent to Pagamentos', async () => {
  const text = 'O comprovante não bate com o pedido. Confira em Pagamentos.';
  const server = fakeServer();
  server.on(setUserStatus, answers.error(409, 'state_conflict', text));
  const admin = signedIn('admin');
  const student = { ...admin, id: '00000000-0000-4000-8000-000000000002', role: 'student', status: 'pending' };
  const { user } = renderInApp(<UserActions user={student as ListedUser} />);
  await user.click(screen.getByRole('button', { name: 'Aprovar' }));
  await screen.findByText(text);
  expect(server.calls[0]?.body).toEqual({ status: 'active', checkProof: true });
});
