import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { hidePromise, listPromises } from '#contract/school/promises.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { HiddenPromises } from './hidden-promises.tsx';
import MissingPromises from './missing-promises.tsx';

const states = (card: boolean) => [
  { promise: 'card', isKept: false, isHidden: card },
  { promise: 'slip', isKept: false, isHidden: true },
  { promise: 'whatsapp', isKept: true, isHidden: false },
];

it('the card names promises that are not kept, and hides one with one press', async () => {
  queryClient.clear();
  const server = fakeServer();
  server.on(listPromises, answers.json(states(false)));
  server.on(hidePromise, answers.json(states(true)));
  const { user } = renderInApp(
    <>
      <MissingPromises />
      <HiddenPromises />
    </>,
  );
  const hide = await screen.findByRole('button', { name: 'Esconder o cartão' });
  expect(screen.queryByText(/WhatsApp/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Mostrar de novo: Boleto' })).toBeTruthy();
  await user.click(hide);
  await waitFor(() => expect(screen.queryByText('Cartão em até 12 vezes')).toBeNull());
  expect(server.calls.find(({ body }) => body)).toMatchObject({
    path: '/api/admin/landing-promises/card',
    body: { isHidden: true },
  });
  expect(screen.getByRole('button', { name: 'Mostrar de novo: Cartão e parcelas' })).toBeTruthy();
});
