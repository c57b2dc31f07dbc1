import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { espelhoPresets } from '#contract/exams/espelho-presets.ts';
import { emptyCorrection } from '#contract/exams/essay-corrections.ts';
import {
  closeEssay,
  getEssayToRead,
  listEssayComments,
  listEssays,
  type ReadEssayAnswer,
  releaseEssay,
  returnEssay,
  saveCorrection,
} from '#contract/exams/essay-grading.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer, later } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { GradingPage } from './grading-page.tsx';

const preset = espelhoPresets[0];
if (!preset) throw new Error('There is no preset.');
const passages = ['um', 'dois', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez', 'onze', 'doze'];
const essay: ReadEssayAnswer = {
  id: 7,
  number: 1,
  state: 'delivered',
  theme: {
    kind: 'essay',
    title: 'Câmeras corporais',
    command: 'Escreva.',
    texts: [],
    maxLines: 30,
    minLines: 1,
    lineWidth: 68,
    minutes: null,
    opensAt: null,
    closesAt: null,
    returnHours: 72,
    espelho: preset.espelho,
    secondReading: null,
    reviewDays: 5,
  },
  text: passages.map((word) => `A frase ${word} fica aqui.`).join('\n'),
  minutes: null,
  deliveredAt: '2026-11-15T12:00:00.000Z',
  dueAt: '2026-11-18T12:00:00.000Z',
  lease: { by: 'Ana', isMine: true, until: '2026-11-15T13:00:00.000Z' },
  isBlind: false,
  isFinished: false,
  correction: emptyCorrection,
  revision: 1,
  result: null,
  review: null,
  mayDecide: false,
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

const queued = (id: number) => ({
  id,
  title: 'Câmeras corporais',
  state: 'delivered',
  number: 1,
  lines: 12,
  deliveredAt: essay.deliveredAt,
  dueAt: essay.dueAt,
  lease: null,
  hasDraft: false,
  score: null,
  total: 20,
});

function open(isLeased = true, leaseError: string | null = null, change: Partial<ReadEssayAnswer> = {}) {
  const shown = { ...essay, ...change };
  signedIn('teacher');
  const server = fakeServer();
  server.on(listEssays, answers.json([queued(7), queued(8)]));
  server.on(getEssayToRead, answers.json({ ...essay, id: 8 }));
  server.on(listEssayComments, answers.json([]));
  let revision = 1;
  server.on(saveCorrection, () => {
    revision += 1;
    return answers.json({ revision, leasedUntil: essay.dueAt });
  });
  const isReturned = !shown.isBlind;
  server.on(
    returnEssay,
    answers.json({ ...shown, state: isReturned ? 'returned' : 'delivered', isFinished: !isReturned }),
  );
  return { server, ...renderInApp(<GradingPage {...{ essay: shown, isLeased, leaseError }} />, '/teacher/essays/7') };
}

/** Presses of keys beside typed words. */
function presser() {
  let count = 0;
  const focused = () => document.activeElement ?? document.body;
  const frame = () => act(() => vi.advanceTimersByTimeAsync(20));
  return {
    count: () => count,
    press: async (key: string, more = {}) => {
      count += 1;
      const isDefault = fireEvent.keyDown(focused(), { key, ...more });
      const form = focused().closest('form');
      if (isDefault && key === 'Enter' && form) fireEvent.submit(form);
      await frame();
    },
    type: (value: string) => fireEvent.change(focused(), { target: { value } }),
  };
}

it('grades an essay with twelve marks in at most sixty presses, and the next one is already loaded', async () => {
  const { server, path } = open();
  await waitFor(() => expect(server.calls.some((call) => call.path === '/api/teacher/essays/8')).toBe(true));
  const keys = presser();
  for (const [index, word] of passages.entries()) {
    await keys.press('/');
    keys.type(word);
    await keys.press('Enter');
    keys.type(`Comentário ${index + 1}`);
    await keys.press('Enter');
  }
  await keys.press('2');
  await keys.press('-');
  await keys.press('Escape');
  await keys.press('1');
  for (const points of ['4,5', '3,5', '3,5', '2,5', '2,1']) {
    keys.type(points);
    await keys.press('Enter');
  }
  const loaded = server.calls.filter((call) => call.path === '/api/teacher/essays/8').length;
  await keys.press('Enter', { ctrlKey: true });
  await waitFor(() => expect(path()).toBe('/teacher/essays/8'));
  expect(keys.count()).toBeLessThanOrEqual(60);
  expect(server.calls.filter((call) => call.path === '/api/teacher/essays/8')).toHaveLength(loaded);
  const returned = server.calls.filter((call) => call.path.endsWith('/return'));
  expect(returned).toHaveLength(1);
  const [{ correction }] = returned.map(({ body }) => body) as [{ correction: typeof emptyCorrection }];
  expect(correction.points).toEqual({ tema: 4.5, estrutura: 3.5, argumentacao: 3.5, coesao: 2.5, norma: 2.1 });
  expect(correction.marks.map(({ start, end }) => essay.text.slice(start, end))).toEqual(passages);
  expect(correction.marks[0]).toMatchObject({ criterionKey: 'tema', comment: 'Comentário 1', points: 0 });
  expect(correction.marks[11]).toMatchObject({ criterionKey: 'estrutura', comment: 'Comentário 12', points: 0.1 });
});

it('a correction does not change between its save and its return', async () => {
  const { server } = open();
  const save = later();
  server.on(saveCorrection, save.promise);
  const points = () => screen.getByLabelText<HTMLInputElement>(/Atendimento ao tema/);
  fireEvent.change(points(), { target: { value: '4' } });
  const keys = presser();
  await keys.press('Enter', { ctrlKey: true });
  await waitFor(() => expect(server.calls.some((call) => call.path.endsWith('/correction'))).toBe(true));
  expect(screen.getByRole('button', { name: /Devolvendo/ })).toHaveProperty('disabled', true);
  fireEvent.change(points(), { target: { value: '1' } });
  save.answer(answers.json({ revision: 2, leasedUntil: essay.dueAt }));
  await waitFor(() => expect(server.calls.some((call) => call.path.endsWith('/return'))).toBe(true));
  const returned = server.calls.find((call) => call.path.endsWith('/return'))?.body;
  expect(returned).toMatchObject({ correction: { points: { tema: 4 } } });
});

it("chooses one of the school's comments by arrow keys, and goes back to the text", async () => {
  vi.useRealTimers();
  const { server, user } = open();
  const comment = (id: number, text: string) => ({ id, text, useCount: 4 - id, isSaved: true });
  server.on(listEssayComments, answers.json([comment(1, 'Falta vírgula.'), comment(2, 'Crase indevida.')]));
  await user.keyboard('/');
  await waitFor(() => expect(document.activeElement?.hasAttribute('data-find')).toBe(true));
  await user.keyboard('frase dois{Enter}');
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Comentário');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await screen.findByRole('button', { name: /^Crase indevida/ });
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(field);
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{Enter}');
  expect(field.value).toBe('Crase indevida.');
  await waitFor(() => expect(document.activeElement?.hasAttribute('data-sheet')).toBe(true));
});

it('a reader who releases an essay leaves the newest draft to the next one', async () => {
  const { server, path } = open();
  server.on(releaseEssay, answers.json({ ok: true }));
  fireEvent.change(screen.getByLabelText(/Atendimento ao tema/), { target: { value: '4' } });
  fireEvent.click(screen.getByRole('button', { name: 'Soltar' }));
  await waitFor(() => expect(path()).toBe('/teacher/essays'));
  const called = server.calls.filter(({ path: one }) => /correction$|lease$/.test(one));
  expect(called.map(({ path: one }) => one.split('/').at(-1))).toEqual(['correction', 'lease']);
  expect(called[0]?.body).toMatchObject({ correction: { points: { tema: 4 } } });
});

it('takes the suggested points by Enter in an empty field and goes on to the next criterion; typed points stay', async () => {
  const mark = { id: 'a', start: 0, end: 1, comment: '', isPraise: false };
  const marks = [
    { ...mark, criterionKey: 'tema', points: 0.3 },
    { ...mark, id: 'b', criterionKey: 'estrutura', points: 0.5 },
  ];
  open(true, null, { correction: { ...emptyCorrection, marks } });
  const keys = presser();
  await keys.press('1');
  await keys.press('Enter');
  keys.type('2');
  await keys.press('Enter');
  await keys.press('Enter');
  const values = [...document.querySelectorAll<HTMLInputElement>('[data-points]')].map(({ value }) => value);
  expect(values).toEqual(['4,7', '2', '', '', '']);
  expect(document.activeElement?.getAttribute('data-points')).toBe('coesao');
});

it('marks words that arrow keys selected, and saves the draft by itself', async () => {
  const { server } = open();
  const keys = presser();
  await act(() => vi.advanceTimersByTimeAsync(20));
  await keys.press('ArrowRight');
  await keys.press('ArrowRight');
  await keys.press('ArrowRight', { shiftKey: true });
  await keys.press('m');
  await act(() => vi.advanceTimersByTimeAsync(2000));
  await waitFor(() => expect(server.calls.some((call) => call.path.endsWith('/correction'))).toBe(true));
  const saved = server.calls.find((call) => call.path.endsWith('/correction'))?.body as {
    correction: typeof emptyCorrection;
    revision: number;
  };
  expect(saved.revision).toBe(1);
  expect(saved.correction.marks.map(({ start, end }) => essay.text.slice(start, end))).toEqual(['frase um']);
});

it('finishes a blind reading without a score and goes on to the next essay', async () => {
  const points = { tema: 4.5, estrutura: 3.5, argumentacao: 3.5, coesao: 2.5, norma: 2.1 };
  const { path } = open(true, null, { isBlind: true, correction: { ...emptyCorrection, points } });
  expect(screen.getByText('Leitura às cegas')).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Concluir e próxima' })).toBeTruthy());
  await presser().press('Enter', { ctrlKey: true });
  await waitFor(() => expect(path()).toBe('/teacher/essays/8'));
  expect(screen.getByText(/Leitura da Nº 7 concluída/)).toBeTruthy();
  expect(screen.queryByText(/devolvida/)).toBeNull();
});

it('a finished blind reading is shown without a way to change it', () => {
  open(false, null, { isBlind: true, isFinished: true });
  expect(screen.getByText('Sua leitura está concluída')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Concluída' }).disabled).toBe(true);
});

it('the essay is read-only while another reader has it', async () => {
  const { server } = open(false, 'Caio está lendo esta redação.');
  expect(screen.getByText('Caio está lendo esta redação.')).toBeTruthy();
  const keys = presser();
  await keys.press('Enter', { ctrlKey: true });
  expect(screen.getByRole('button', { name: /Devolver/ })).toHaveProperty('disabled', true);
  expect(server.calls.some((call) => call.path.endsWith('/return'))).toBe(false);
});

it('lets an administrator return an essay with the readings that there are, after a question', async () => {
  const { server, path } = open(false, null, { isBlind: true, isFinished: true, mayClose: true });
  server.on(closeEssay, answers.json({ ...essay, state: 'returned' }));
  fireEvent.click(screen.getByRole('button', { name: 'Devolver com as leituras que há' }));
  expect(server.calls.some((call) => call.path.includes('/admin/essays/'))).toBe(false);
  fireEvent.click(await screen.findByRole('button', { name: 'Devolver' }));
  await waitFor(() => expect(path()).toBe('/teacher/essays'));
  expect(server.calls.filter((call) => call.path.endsWith('/admin/essays/7/return'))).toHaveLength(1);
});

it('a zero reason that the espelho no longer has is neither shown nor sent', async () => {
  const { server } = open(true, null, { correction: { ...emptyCorrection, zeroReasonKeys: ['perdido'] } });
  fireEvent.change(screen.getByLabelText(/Atendimento ao tema/), { target: { value: '5' } });
  await act(() => vi.advanceTimersByTimeAsync(2000));
  const saves = server.calls.filter((call) => call.path.endsWith('/correction'));
  expect(saves.at(-1)?.body).toMatchObject({ correction: { points: { tema: 5 }, zeroReasonKeys: [] } });
});

it('shows the score of a returned essay, which a mean of readers may make', () => {
  const result = { score: 7.77, isPassed: false, content: 8, penalty: 0, reasonKeys: [], lines: 12 };
  open(false, null, { state: 'returned', result, isBlind: true });
  expect(screen.getByText('7,77')).toBeTruthy();
  expect(screen.getByText(/abaixo do mínimo/)).toBeTruthy();
});

it('says below the minimum once every criterion has its points, and not before', async () => {
  open();
  const [first, ...others] = essay.theme.espelho.criteria.map(({ key, name }) => ({
    field: screen.getByLabelText(new RegExp(name)),
    key,
  }));
  for (const { field } of others) fireEvent.change(field, { target: { value: '0' } });
  expect(screen.queryByText(/abaixo do mínimo/)).toBeNull();
  if (first) fireEvent.change(first.field, { target: { value: '0' } });
  expect(screen.getByText(/abaixo do mínimo/)).toBeTruthy();
});
