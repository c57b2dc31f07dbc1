import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { listQuestionLists } from '#contract/study/question-lists.ts';
import {
  getMistakeKey,
  listMistakes,
  type Mistake,
  type Mistakes,
  postponeReview,
  resumeReview,
} from '#contract/study/review.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import MistakesScreen from './mistakes-screen.tsx';

afterEach(() => queryClient.clear());

const mistake = (questionId: number, about: Partial<Mistake> = {}): Mistake => ({
  questionId,
  kind: 'choice',
  format: 'plain',
  baseText: null,
  questionText: `Enunciado ${questionId}`,
  subjectId: 1,
  subject: 'Português',
  topic: 'Crase',
  chosen: 'dois',
  chosenPosition: 1,
  postponesTo: null,
  lastWrongDay: '2026-11-01',
  wrongs: 2,
  rightDays: 1,
  reason: 'content',
  note: '',
  isPostponed: false,
  ...about,
});
const key = {
  kind: 'choice',
  options: ['um', 'dois'].map((optionText, position) => ({ id: position + 1, optionText })),
  chosenOptionId: 2,
  rightOptionId: 1,
  comment: 'Porque sim.',
  optionComments: [],
};

function open(items: Mistake[], over: Partial<Mistakes> = {}) {
  const server = fakeServer();
  const trained = items.filter(({ outdated }) => !outdated).length;
  const page: Mistakes = {
    items,
    total: items.length,
    pages: 1,
    open: trained,
    redo: null,
    outdated: items.length - trained,
    subjects: [{ id: 1, name: 'Português', count: trained }],
    reasons: trained > 0 ? [{ reason: 'content', count: trained }] : [],
    noted: 0,
    ...over,
  };
  server.on(listMistakes, answers.json(page));
  server.on(getMistakeKey, answers.json(key));
  const keysAsked = () => server.calls.map(({ path }) => path).filter((path) => path.endsWith('/key'));
  return { ...renderInApp(<MistakesScreen />), keysAsked, server };
}

it('a closed row shows the student’s answer, the reason and the day, and fetches no key', async () => {
  const { keysAsked } = open([mistake(7), mistake(8, { kind: 'true_false', chosen: 'Certo', reason: null })]);
  const list = await screen.findByRole('region', { name: 'Crase, Português' });
  const [choice, trueFalse] = within(list).getAllByRole('group');
  expect(choice?.textContent).toBe('1Enunciado 7marcou BConteúdo1º nov.');
  expect(trueFalse?.textContent).toBe('2Enunciado 8marcou Certo1º nov.');
  expect(keysAsked()).toEqual([]);
});

it('an opened row fetches its key once, and shows the right option and the comment', async () => {
  const { user, keysAsked } = open([mistake(7), mistake(8)]);
  const summary = await screen.findByText('Enunciado 8');
  await user.click(summary);
  const options = await screen.findByRole('list', { name: 'Alternativas' });
  expect(within(options).getByText('A certa')).toBeTruthy();
  expect(screen.getByText('Porque sim.')).toBeTruthy();
  expect(screen.getByText('Errada 2 vezes. Falta um acerto em outro dia.')).toBeTruthy();
  await user.click(summary);
  await user.click(summary);
  expect(keysAsked()).toEqual(['/api/mistakes/8/key']);
});

it('if the key delays a certificate, an opened row shows that first and fetches it after a press', async () => {
  const { user, keysAsked } = open([mistake(7, { postponesTo: '2026-11-18T15:07:00.000Z' })]);
  await user.click(await screen.findByText('Enunciado 7'));
  const button = await screen.findByRole('button', { name: /Ver a certa e o comentário/ });
  expect(button.textContent).toContain('adia o certificado para 18/11, 12h07');
  expect(keysAsked()).toEqual([]);
  await user.click(button);
  await waitFor(() => expect(keysAsked()).toEqual(['/api/mistakes/7/key']));
});

it('a mistake is put off until tomorrow inside its row, and taken back there', async () => {
  const { user, server } = open([mistake(7), mistake(8, { isPostponed: true })]);
  server.on(postponeReview, answers.json({ ok: true }));
  server.on(resumeReview, answers.json({ ok: true }));
  await user.click(await screen.findByText('Enunciado 7'));
  await user.click(await screen.findByRole('button', { name: 'Adiar até amanhã' }));
  await waitFor(() =>
    expect(server.calls).toContainEqual(expect.objectContaining({ path: '/api/review/postponed/7' })),
  );
  await user.click(screen.getByText('Enunciado 8'));
  await user.click(await screen.findByRole('button', { name: 'Adiada até amanhã: desfazer' }));
  await waitFor(() =>
    expect(server.calls).toContainEqual(expect.objectContaining({ path: '/api/review/postponed/8' })),
  );
});

it('a mistake is saved in a list from its closed row, without asking for its key', async () => {
  const { user, keysAsked, server } = open([mistake(7), mistake(8)]);
  server.on(listQuestionLists, answers.json([]));
  await user.click(await screen.findByRole('button', { name: 'Guardar no caderno: questão 2' }));
  expect(await screen.findByRole('dialog', { name: 'Guardar no caderno' })).toBeTruthy();
  await waitFor(() => expect(server.calls).toContainEqual(expect.objectContaining({ query: '?questionId=8' })));
  expect(keysAsked()).toEqual([]);
});

it('an opened row offers a card of the phrase that is selected in its comment', async () => {
  const { user } = open([mistake(7)]);
  await user.click(await screen.findByText('Enunciado 7'));
  const node = (await screen.findByText('Porque sim.')).firstChild as Text;
  getSelection()?.setBaseAndExtent(node, 0, node, 6);
  fireEvent(document, new Event('selectionchange'));
  await user.click(await screen.findByRole('button', { name: 'Criar cartão do trecho' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('Porque');
});

it('an outdated mistake has a badge and, opened, its reason; it is counted apart and never trained', async () => {
  const { user, server } = open([mistake(7), mistake(8, { outdated: { reason: '' } })]);
  server.on(getMistakeKey, answers.json({ ...key, outdated: { reason: 'A Lei nº 15.000 mudou o artigo.' } }));
  const [, row] = within(await screen.findByRole('region', { name: 'Crase, Português' })).getAllByRole('group');
  expect(row?.textContent).toBe('2Enunciado 8marcou Bdesatualizada1º nov.');
  expect(screen.getByText(/^1 em aberto e 1 desatualizada\./)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Refazer 1 agora' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Guardar no caderno: questão 2' })).toBeNull();
  await user.click(screen.getByText('Enunciado 8'));
  expect(await screen.findByText('A Lei nº 15.000 mudou o artigo.')).toBeTruthy();
  expect(screen.getByText('Errada 2 vezes.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Refazer' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Adiar até amanhã' })).toBeNull();
});

it('the press says how many it asks, which can be fewer than are open', async () => {
  open([mistake(7), mistake(8)], { redo: 1 });
  expect(await screen.findByRole('link', { name: 'Refazer 1 agora' })).toBeTruthy();
  expect(screen.getByText(/^2 em aberto\./)).toBeTruthy();
});

it('a notebook of outdated mistakes alone offers no training', async () => {
  open([mistake(8, { outdated: { reason: 'Mudou.' } })]);
  expect(await screen.findByText(/^0 em aberto e 1 desatualizada\./)).toBeTruthy();
  expect(screen.queryByRole('link', { name: /agora/ })).toBeNull();
});
