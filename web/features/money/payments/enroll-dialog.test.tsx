import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { listOffersForAdmin } from '#contract/money/offers.ts';
import { enrollByHand } from '#contract/money/payments-office.ts';
import { listUsers } from '#contract/people/accounts.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import EnrollDialog from './enroll-dialog.tsx';

function open() {
  queryClient.clear();
  const server = fakeServer();
  server.on(
    listOffersForAdmin,
    answers.json([{ id: 1, name: 'Acesso completo', price: 29_700, isDefault: true, places: 47, placesTaken: 40 }]),
  );
  const onClose = vi.fn();
  const part = renderInApp(<EnrollDialog onClose={onClose} />);
  const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
  const save = () => part.user.click(screen.getByRole('button', { name: /Matricular|Matriculando/ }));
  const sent = () => server.calls.find(({ path }) => path === enrollByHand.path)?.body;
  return { ...part, server, onClose, field, save, sent };
}
const made = answers.json({ paymentCode: 'X', user: { firstName: 'Rui', lastName: 'Sá' } }, 201);

it('enrols a new student for what was paid', async () => {
  const { user, server, onClose, field, save, sent } = open();
  server.on(enrollByHand, made);
  await user.type(field('Nome'), 'Rui');
  await user.type(field('Sobrenome'), 'Sá');
  await user.type(field('E-mail'), 'rui@exemplo.com.br');
  await user.type(field('Valor'), '250');
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toMatchObject({
    newStudent: { firstName: 'Rui', lastName: 'Sá', email: 'rui@exemplo.com.br' },
    method: 'cash',
    amount: 25_000,
    takesSeat: false,
  });
});

it('a student who has an account can be enrolled free of charge', async () => {
  const { user, server, onClose, field, save, sent } = open();
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const known = { id, firstName: 'Ana', lastName: 'Lima', email: 'ana@exemplo.com.br', role: 'student' };
  server.on(listUsers, answers.json([known, { ...known, id: 'y', firstName: 'Prof', role: 'teacher' }]));
  server.on(enrollByHand, made);
  await user.click(screen.getByLabelText('Já tem cadastro'));
  await save();
  expect(screen.getByText('Escolha o aluno.')).toBeTruthy();
  await user.type(field('Nome ou e-mail do aluno'), 'ana');
  await user.click(await screen.findByLabelText(/Ana Lima/));
  expect(screen.queryByLabelText(/Prof/)).toBeNull();
  await user.selectOptions(field('Forma de pagamento'), 'courtesy');
  expect(screen.queryByLabelText('Valor')).toBeNull();
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toMatchObject({ studentId: id, method: 'courtesy' });
  expect(sent()).not.toHaveProperty('amount');
});

it('a missing value is reported at its field, and nothing is sent', async () => {
  const { field, save, sent } = open();
  await save();
  await waitFor(() => expect(field('Nome').getAttribute('aria-invalid')).toBe('true'));
  expect(sent()).toBeUndefined();
});

it('an enrolment takes a seat of the offer only when that is chosen', async () => {
  const { user, server, onClose, field, save, sent } = open();
  server.on(enrollByHand, made);
  expect((await screen.findByText(/7 vagas livres/)).textContent).toContain('o preço de hoje não muda');
  await user.type(field('Nome'), 'Rui');
  await user.type(field('Sobrenome'), 'Sá');
  await user.type(field('E-mail'), 'rui@exemplo.com.br');
  await user.click(field(/Ocupa uma vaga/));
  await save();
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()).toMatchObject({ takesSeat: true });
});
