import { useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  beginEssayBreak,
  deliverEssay,
  type Essay,
  endEssayBreak,
  getEssay,
  saveEssay,
} from '#contract/exams/essays.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer, later } from '#web/testing/fake-server.ts';
import { openEssay } from '#web/testing/open-essay.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import WritePage from './write-page.tsx';
import { essayQuery } from './writing.queries.ts';

const essay: Essay = {
  ...openEssay,
  theme: { ...openEssay.theme, maxLines: 2, minLines: 1, lineWidth: 40 },
};

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  localStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  queryClient.clear();
  localStorage.clear();
});

const field = () => screen.getByRole('textbox', { name: 'Texto da redação' });
const write = (text: string) => fireEvent.change(field(), { target: { value: text } });
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const saved = (revision: number) => answers.json({ revision, savedAt: '2026-11-15T12:01:00.000Z' });

function open(stored: Essay = essay) {
  signedIn('student');
  const server = fakeServer();
  return { server, ...renderInApp(<WritePage essay={stored} />, '/essays/7') };
}

it('saves by itself over the revision that it began with, and counts the lines of the sheet', async () => {
  const { server } = open();
  let revision = 1;
  server.on(saveEssay, () => {
    revision += 1;
    return saved(revision);
  });
  write('a'.repeat(41));
  expect(screen.getByText(/de 2 linhas/).textContent).toContain('2 de 2 linhas');
  await pass(3500);
  await waitFor(() => expect(server.calls).toHaveLength(1));
  expect(server.calls[0]).toMatchObject({ path: '/api/essays/7/text', body: { text: 'a'.repeat(41), revision: 1 } });
  write('outro texto');
  await pass(3500);
  await waitFor(() => expect(server.calls).toHaveLength(2));
  expect(server.calls[1]?.body).toEqual({ text: 'outro texto', revision: 2 });
  expect(await screen.findByText(/Salvo às/)).toBeTruthy();
});

it('stores the text in this browser while the network is away, and sends it when it returns', async () => {
  const { server } = open();
  write('escrito no ônibus');
  await pass(3500);
  expect(await screen.findByText(/guardado neste aparelho/)).toBeTruthy();
  expect(JSON.stringify({ ...localStorage })).toContain('escrito no ônibus');
  server.on(saveEssay, saved(2));
  await act(async () => {
    dispatchEvent(new Event('online'));
  });
  await waitFor(() => expect(server.calls.at(-1)?.body).toEqual({ text: 'escrito no ônibus', revision: 1 }));
  expect(await screen.findByText(/Salvo às/)).toBeTruthy();
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).not.toContain('escrito no ônibus'));
});

it('shows a text that an earlier visit could not send, and sends it', async () => {
  open();
  write('antes da queda');
  await pass(1000);
  cleanup();
  const { server } = open();
  server.on(saveEssay, saved(2));
  expect(field()).toHaveProperty('value', 'antes da queda');
  await pass(3500);
  await waitFor(() => expect(server.calls.at(-1)?.body).toEqual({ text: 'antes da queda', revision: 1 }));
});

it('overwrites nothing that another tab saved until the student decides', async () => {
  const { server, user } = open();
  server.on(saveEssay, answers.error(409, 'version_conflict', 'Salvo em outra aba.'));
  server.on(getEssay, answers.json({ ...essay, text: 'da outra aba', revision: 5 }));
  write('desta aba');
  await pass(3500);
  expect(await screen.findByText('Este texto foi salvo em outra aba ou aparelho')).toBeTruthy();
  const sent = server.calls.length;
  await pass(60_000);
  expect(server.calls).toHaveLength(sent);
  expect(screen.getByRole('button', { name: /Entregar/ })).toHaveProperty('disabled', true);
  expect(field()).toHaveProperty('value', 'desta aba');
  server.on(saveEssay, saved(6));
  await user.click(screen.getByRole('button', { name: 'Salvar a minha no lugar' }));
  await waitFor(() => expect(server.calls.at(-1)?.body).toEqual({ text: 'desta aba', revision: 5 }));
});

it('asks once before the delivery, with lines and deadline, and delivers the saved text', async () => {
  const { server, user } = open();
  server.on(saveEssay, saved(2));
  server.on(deliverEssay, answers.json({ ...essay, state: 'delivered', text: 'fim' }));
  write(`${'a'.repeat(40)} ${'b'.repeat(40)} ${'c'.repeat(40)}`);
  expect(screen.getByText(/1 linha fora da folha/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Entregar/ }));
  expect(screen.getByText(/São 2 linhas na folha/).textContent).toContain('72 horas');
  await user.click(screen.getByRole('button', { name: 'Entregar' }));
  expect(await screen.findByText('Redação entregue')).toBeTruthy();
  const deliveries = server.calls.filter(({ path: called }) => called.endsWith('/delivery'));
  expect(deliveries).toHaveLength(1);
  expect(deliveries[0]?.body).toMatchObject({ text: expect.stringContaining('ccc') });
});

it('the text stays on the screen when the delivery fails', async () => {
  const { server, user } = open({ ...essay, text: 'pronto', revision: 4 });
  server.on(deliverEssay, answers.error(503, 'unavailable', 'Estamos fora do ar.'));
  await user.click(screen.getByRole('button', { name: /Entregar/ }));
  await user.click(screen.getByRole('button', { name: 'Entregar' }));
  expect(await screen.findByText('Não conseguimos entregar')).toBeTruthy();
  expect(field()).toHaveProperty('value', 'pronto');
});

it('a student cannot type while the text is saved and delivered, and goes on typing after a failure', async () => {
  vi.useRealTimers();
  const { server, user } = open();
  const [save, delivery] = [later(), later()];
  server.on(saveEssay, save.promise);
  server.on(deliverEssay, delivery.promise);
  await user.type(field(), 'pronto');
  await user.click(screen.getByRole('button', { name: /Entregar/ }));
  await user.click(screen.getByRole('button', { name: 'Entregar' }));
  expect(field()).toHaveProperty('readOnly', true);
  await user.type(field(), ' e mais');
  save.answer(saved(2));
  await waitFor(() => expect(server.calls.at(-1)?.path).toBe('/api/essays/7/delivery'));
  await user.type(field(), ' e mais');
  expect(field()).toMatchObject({ value: 'pronto', readOnly: true });
  expect(server.calls.at(-1)?.body).toMatchObject({ text: 'pronto' });
  delivery.answer(answers.error(503, 'unavailable', 'Estamos fora do ar.'));
  expect(await screen.findByText('Não conseguimos entregar')).toBeTruthy();
  await user.type(field(), ' e mais');
  expect(field()).toMatchObject({ value: 'pronto e mais', readOnly: false });
});

const aids = { breaksLeft: 1, breakMinutes: 10, pausedUntil: null, largePrint: false };
const timed: Essay = { ...essay, deadlineAt: '2026-11-15T13:00:00.000Z', aids };
const during = { ...aids, breaksLeft: 0, pausedUntil: '2026-11-15T12:10:00.000Z' };
const changed = (next: typeof aids | typeof during, deadlineAt: string) =>
  answers.json({ deadlineAt, aids: next, serverTime: essay.serverTime });

/** The page as the screen shows it: it follows the stored essay. */
function Live() {
  const { data } = useQuery({ ...essayQuery(7), enabled: false });
  return data ? <WritePage essay={data} /> : null;
}
function openLive(stored: Essay) {
  signedIn('student');
  queryClient.setQueryData(essayQuery(7).queryKey, stored);
  const server = fakeServer();
  return { server, ...renderInApp(<Live />, '/essays/7') };
}

it('a student with a break left stops the clock over the saved text, sees no sheet meanwhile, and goes on', async () => {
  vi.useRealTimers();
  const { server, user } = openLive(timed);
  server.on(saveEssay, saved(2));
  server.on(beginEssayBreak, changed(during, '2026-11-15T13:10:00.000Z'));
  server.on(endEssayBreak, changed({ ...aids, breaksLeft: 0 }, '2026-11-15T13:00:00.000Z'));
  write('antes da pausa');
  await user.click(await screen.findByRole('button', { name: 'Parar o relógio' }));
  await screen.findByRole('heading', { name: 'O relógio está parado' });
  const called = server.calls.map(({ path }) => path);
  expect([called[0], called.at(-1)]).toEqual(['/api/essays/7/text', '/api/essays/7/break']);
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Voltar à redação' }));
  await waitFor(() => expect(field()).toHaveProperty('value', 'antes da pausa'));
  expect(screen.queryByRole('button', { name: 'Parar o relógio' })).toBeNull();
});

it('a press on the break while the text is being saved is not lost', async () => {
  vi.useRealTimers();
  const { server, user } = openLive(timed);
  const save = later();
  server.on(saveEssay, save.promise);
  server.on(beginEssayBreak, changed(during, '2026-11-15T13:10:00.000Z'));
  write('antes da pausa');
  fireEvent.blur(field());
  await waitFor(() => expect(server.calls.some(({ path }) => path.endsWith('/text'))).toBe(true));
  await user.click(await screen.findByRole('button', { name: /Parar o relógio/ }));
  save.answer(saved(2));
  await screen.findByRole('heading', { name: 'O relógio está parado' });
});

it('the clock does not stop while the text could not be saved', async () => {
  const { server, user } = openLive(timed);
  server.on(saveEssay, answers.error(503, 'unavailable', 'Estamos fora do ar.'));
  write('sem rede');
  await user.click(await screen.findByRole('button', { name: 'Parar o relógio' }));
  expect(await screen.findByText('O texto ainda não foi salvo.')).toBeTruthy();
  expect(server.calls.some(({ path }) => path.endsWith('/break'))).toBe(false);
  expect(field()).toHaveProperty('value', 'sem rede');
});

it('a break that another device began stops this one, whose text is sent when the break is over by itself', async () => {
  const { server } = openLive(timed);
  server.on(saveEssay, answers.error(409, 'attempt_paused', 'O relógio está parado.'));
  server.on(getEssay, answers.json({ ...timed, aids: during }));
  write('do segundo aparelho');
  await pass(3500);
  await screen.findByRole('heading', { name: 'O relógio está parado' });
  const sent = server.calls.length;
  await pass(9 * 60_000);
  expect(server.calls).toHaveLength(sent);
  server.on(saveEssay, saved(2));
  await pass(60_000);
  expect(field()).toHaveProperty('value', 'do segundo aparelho');
  await pass(5000);
  await waitFor(() => expect(server.calls.at(-1)?.body).toEqual({ text: 'do segundo aparelho', revision: 1 }));
});

it('the sheet opens in large print for a student with that right, and others are offered no break', () => {
  openLive({ ...essay, aids: { ...aids, breaksLeft: 0, largePrint: true } });
  expect(field().closest('.\\[zoom\\:1\\.3\\]')).toBeTruthy();
  cleanup();
  openLive({ ...timed, aids: undefined });
  expect(field().closest('.\\[zoom\\:1\\.3\\]')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Parar o relógio' })).toBeNull();
});
