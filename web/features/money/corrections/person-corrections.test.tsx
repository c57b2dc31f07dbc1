import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { adjustCorrections, type CorrectionsOfPerson, getCorrectionsOf } from '#contract/money/corrections.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { PersonCorrections } from './person-corrections.tsx';

const counted: CorrectionsOfPerson = {
  left: 3,
  balance: 3,
  entries: [{ id: 1, kind: 'bought', amount: 3, reason: null, by: null, at: '2026-11-10T12:00:00.000Z' }],
};

function open(known: CorrectionsOfPerson) {
  queryClient.clear();
  const server = fakeServer();
  server.on(getCorrectionsOf, answers.json(known));
  return { server, ...renderInApp(<PersonCorrections id="0198" />) };
}

it('the card shows how many corrections are left, and adds more with a reason', async () => {
  const { server, user } = open(counted);
  expect(await screen.findByText('3 correções para usar.')).toBeTruthy();
  server.on(adjustCorrections, answers.json({ ...counted, left: 5, balance: 5 }));
  await user.type(screen.getByLabelText('Dar ou tirar'), '2');
  await user.click(screen.getByRole('button', { name: 'Ajustar' }));
  expect(await screen.findByText('Diga o motivo.')).toBeTruthy();
  await user.type(screen.getByLabelText('Motivo'), 'atraso');
  await user.click(screen.getByRole('button', { name: 'Ajustar' }));
  expect(await screen.findByText('5 correções para usar.')).toBeTruthy();
  expect(server.calls.find(({ body }) => body)?.body).toMatchObject({ amount: 2, reason: 'atraso' });
});

it('corrections are taken away with a minus sign of any kind', async () => {
  const { server, user } = open(counted);
  await screen.findByText('3 correções para usar.');
  server.on(adjustCorrections, answers.json({ ...counted, left: 2, balance: 2 }));
  await user.type(screen.getByLabelText('Dar ou tirar'), '−1');
  await user.type(screen.getByLabelText('Motivo'), 'engano');
  await user.click(screen.getByRole('button', { name: 'Ajustar' }));
  expect(await screen.findByText('2 correções para usar.')).toBeTruthy();
  expect(server.calls.find(({ body }) => body)?.body).toMatchObject({ amount: -1 });
});

it('a student without a limit reads that corrections are not counted', async () => {
  open({ left: null, balance: null, entries: [] });
  expect(await screen.findByText(/Não são contadas: o aluno comprou sem limite/)).toBeTruthy();
});
