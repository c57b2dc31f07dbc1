import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  addQuestionComment,
  type CommentReply,
  countQuestionComments,
  decideQuestionComment,
  listQuestionComments,
  listReportedComments,
  reportQuestionComment,
  sealQuestionComment,
} from '#contract/study/question-comments.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { CommentQueueScreen } from './comment-queue-screen.tsx';
import Comments from './comments.tsx';

const entry = (id: number, change: Partial<CommentReply> = {}): CommentReply => ({
  id,
  isMine: false,
  name: 'Garça 27',
  isTeacher: false,
  isSealed: false,
  body: `Comentário ${id}.`,
  state: 'shown',
  votes: 3,
  helped: false,
  createdAt: '2026-11-15T12:00:00.000Z',
  editedAt: null,
  editableUntil: null,
  ...change,
});
const none = { isOff: false, total: 2, sealed: 1, postponesTo: null };
const page = { name: 'Ipê 7', writing: 'open' as const, canModerate: false, total: 2, comments: [], links: [] };

afterEach(() => queryClient.clear());

it('fetches the comments when it is opened, and hides the words that others may not read', async () => {
  const server = fakeServer();
  server.on(countQuestionComments, answers.json(none));
  server.on(
    listQuestionComments,
    answers.json({
      ...page,
      comments: [
        { ...entry(1, { isTeacher: true, isSealed: true, name: 'Luana Farias' }), replies: [entry(2)] },
        { ...entry(3, { state: 'reported', body: '' }), replies: [] },
      ],
    }),
  );
  const { user } = renderInApp(<Comments questionId={5} />);
  const summary = await screen.findByText('2, 1 com o selo do professor');
  expect(screen.queryByText('Comentário 1.')).toBeNull();
  await user.click(summary);
  expect(await screen.findByText('Comentário 1.')).toBeDefined();
  expect(screen.getByText('Prof. Luana Farias')).toBeDefined();
  expect(screen.getByText('Comentário 2.')).toBeDefined();
  expect(screen.getByText(/três pessoas denunciaram/)).toBeDefined();
  expect(screen.getByRole('textbox', { name: 'Seu comentário, como Ipê 7' })).toBeDefined();
});

it('no comments are shown where the school has switched them off', async () => {
  const server = fakeServer();
  server.on(countQuestionComments, answers.json({ ...none, isOff: true }));
  renderInApp(<Comments questionId={6} />);
  await waitFor(() => expect(screen.queryByText('Comentários')).toBeNull());
});

it('an empty comment is refused at the field, and nothing is sent', async () => {
  const server = fakeServer();
  server.on(countQuestionComments, answers.json({ ...none, total: 0, sealed: 0 }));
  server.on(listQuestionComments, answers.json(page));
  server.on(addQuestionComment, answers.json(entry(9)));
  const { user } = renderInApp(<Comments questionId={7} />);
  await user.click(await screen.findByText('nenhum ainda'));
  expect(await screen.findByText('Ninguém comentou. O que ajudaria quem errou?')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Comentar' }));
  expect(await screen.findByText('Escreva o comentário.')).toBeDefined();
  expect(server.calls.filter(({ body }) => body)).toEqual([]);
});

it('names the report button by what it says, before and after', async () => {
  const server = fakeServer();
  server.on(countQuestionComments, answers.json(none));
  server.on(listQuestionComments, answers.json({ ...page, comments: [{ ...entry(1), replies: [] }] }));
  server.on(reportQuestionComment, answers.json({ isHidden: false }));
  const { user } = renderInApp(<Comments questionId={8} />);
  await user.click(await screen.findByText('2, 1 com o selo do professor'));
  await user.click(await screen.findByRole('button', { name: /^Denunciar/ }));
  expect((await screen.findByRole('button', { name: /^Aviso enviado/ })).textContent).toContain('Aviso enviado');
});

const edited = '2026-11-15T12:05:00.000Z';
const bodies = (server: ReturnType<typeof fakeServer>) => server.calls.map(({ body }) => body).filter(Boolean);

it('the seal goes with the edit that the teacher has read', async () => {
  const server = fakeServer();
  server.on(countQuestionComments, answers.json(none));
  const comments = [{ ...entry(1, { editedAt: edited }), replies: [] }];
  server.on(listQuestionComments, answers.json({ ...page, canModerate: true, comments }));
  server.on(sealQuestionComment, answers.json({ ok: true }));
  const { user } = renderInApp(<Comments questionId={9} />);
  await user.click(await screen.findByText('2, 1 com o selo do professor'));
  await user.click(await screen.findByRole('button', { name: 'Dar o selo' }));
  await waitFor(() => expect(bodies(server)).toEqual([{ isSealed: true, editedAt: edited }]));
});

it('a decision in the queue sends the version that was read', async () => {
  const server = fakeServer();
  const { id, body, createdAt } = entry(1);
  const row = { id, body, createdAt, since: createdAt, editedAt: edited, questionId: 10, excerpt: 'Enunciado' };
  const more = { subject: null, writerName: 'Ana Lima', alias: 'Ipê 7', state: 'held', isReply: false, reportCount: 0 };
  server.on(listReportedComments, answers.json([{ ...row, ...more }]));
  server.on(countQuestionComments, answers.json(none));
  server.on(decideQuestionComment, answers.json({ state: 'shown' }));
  const { user } = renderInApp(<CommentQueueScreen />);
  await user.click(await screen.findByRole('button', { name: 'Mostrar a todos' }));
  await waitFor(() => expect(bodies(server)).toEqual([{ decision: 'show', editedAt: edited }]));
});

it('a comment of another student can become a card; who moderates is not offered one', async () => {
  const server = fakeServer();
  server.on(countQuestionComments, answers.json(none));
  server.on(listQuestionComments, answers.json({ ...page, comments: [{ ...entry(1), replies: [] }] }));
  const { user } = renderInApp(<Comments questionId={11} />);
  await user.click(await screen.findByText('2, 1 com o selo do professor'));
  await user.click(await screen.findByRole('button', { name: 'Criar cartão' }));
  expect((await screen.findByRole('dialog')).textContent).toContain(entry(1).body.split(' ')[0] ?? '');
  cleanup();
  server.on(
    listQuestionComments,
    answers.json({ ...page, canModerate: true, comments: [{ ...entry(1), replies: [] }] }),
  );
  const { user: teacher } = renderInApp(<Comments questionId={12} />);
  await teacher.click(await screen.findByText('2, 1 com o selo do professor'));
  await screen.findByRole('button', { name: 'Dar o selo' });
  expect(screen.queryByRole('button', { name: 'Criar cartão' })).toBeNull();
});
