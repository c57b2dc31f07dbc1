import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type ExamTimeOfPerson, getExamTimeOf, getOwnExamTime, saveExamTime } from '#contract/exams/exam-time.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import OwnExamTimeScreen from './own-exam-time-screen.tsx';
import PersonExamTimeScreen from './person-exam-time-screen.tsx';

const nobody: ExamTimeOfPerson = { name: 'Ana Lima', right: null, revision: 0, request: null, exams: [], events: [] };
const id = 'a5a4f2a8-5c9a-4a8e-9d53-0f0a7a5f1f10';

async function openPerson(known: ExamTimeOfPerson) {
  const server = fakeServer();
  server.on(getExamTimeOf, answers.json(known));
  server.on(saveExamTime, answers.json(known));
  signedIn('admin');
  const { user } = renderInApp(<PersonExamTimeScreen />, `/admin/users/${id}/exam-time`);
  await screen.findByText('O direito');
  return { server, user };
}

it('the form of a right asks for a reason and a last day, and sends a quarter more as chosen', async () => {
  const { server, user } = await openPerson(nobody);
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  screen.getByText('Diga o motivo.');
  screen.getByText('Informe uma data.');
  await user.type(screen.getByLabelText('Motivo, só a secretaria lê'), 'Laudo');
  await user.type(screen.getByLabelText('Vale até'), '2027-06-30');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(server.calls.find(({ body }) => body)).toBeTruthy());
  expect(server.calls.find(({ body }) => body)?.body).toEqual({
    extraPercent: 25,
    extraMinutes: 0,
    breaks: 0,
    breakMinutes: 10,
    largePrint: false,
    helper: 'none',
    reason: 'Laudo',
    validUntil: '2027-06-30',
    revision: 0,
  });
});

it('the form refuses a typed share above the limit and keeps what was typed', async () => {
  const { user } = await openPerson(nobody);
  await user.click(screen.getByLabelText('Outra porcentagem'));
  await user.type(screen.getByLabelText('Porcentagem a mais'), '101');
  await user.click(screen.getByRole('button', { name: 'Guardar' }));
  screen.getByText('No máximo 100.');
  expect(screen.getByLabelText<HTMLInputElement>('Porcentagem a mais').value).toBe('101');
});

it('what changes in each exam follows the chosen time before it is saved', async () => {
  const { user } = await openPerson({ ...nobody, exams: [{ title: 'Simulado 1', minutes: 40 }] });
  const row = () => screen.getByRole('row', { name: /Simulado 1/ }).textContent;
  expect(row()).toBe('Simulado 140 min50 min');
  await user.click(screen.getByLabelText('Nenhum', { selector: 'input' }));
  expect(row()).toBe('Simulado 140 min40 min');
  await user.click(screen.getByLabelText('Minutos por prova'));
  await user.type(screen.getByLabelText('Minutos a mais em cada prova'), '15');
  expect(row()).toBe('Simulado 140 min55 min');
  await user.type(screen.getByLabelText('Minutos a mais em cada prova'), '000');
  expect(row()).toBe('Simulado 140 min40 min');
});

it('a decided request whose text was deleted shows its date and no empty paragraph', async () => {
  const request = { id: 3, text: '', askedAt: '2026-11-15T12:00:00.000Z', hasDocument: false, decidedAt: null };
  const known: ExamTimeOfPerson = { ...nobody, request: { ...request, state: 'granted', answer: '' } };
  fakeServer().on(getExamTimeOf, answers.json(known));
  signedIn('admin');
  renderInApp(<PersonExamTimeScreen />, `/admin/users/${id}/exam-time`);
  await screen.findByText(/15\/11\/2026/);
  expect(
    [...document.querySelectorAll('main p, section p')].filter(({ textContent }) => textContent.trim() === ''),
  ).toEqual([]);
});

it('a student reads what the right contains, until when it holds, and why a request was refused', async () => {
  const right = { extraPercent: 0, extraMinutes: 30, breaks: 2, breakMinutes: 10, largePrint: true } as const;
  const request = { id: 3, text: 'x', askedAt: '2026-11-15T12:00:00.000Z', hasDocument: false };
  fakeServer().on(
    getOwnExamTime,
    answers.json({
      right: { ...right, helper: 'reader', validUntil: '2027-06-30', isInForce: true },
      request: { ...request, state: 'refused', answer: 'Falta o laudo.', decidedAt: '2026-11-16T12:00:00.000Z' },
    }),
  );
  signedIn();
  renderInApp(<OwnExamTimeScreen />);
  await screen.findByText('Tempo a mais: +30 min');
  screen.getByText('Pausas: 2 vezes por prova, até 10 min cada');
  screen.getByText('Letra grande ao abrir a prova');
  screen.getByText('Ajuda: ledor');
  screen.getByText('vale até 30/06/2027');
  screen.getByText('Falta o laudo.');
});
