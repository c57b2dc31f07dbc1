import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  addQuestionComment,
  type CommentReply,
  countQuestionComments,
  listQuestionComments,
} from '#contract/study/question-comments.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
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
const page = { name: 'Ipê 7', writing: 'open' as const, canModerate: false, total: 2, comments: [] };

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

it('shows nothing where the school has switched comments off', async () => {
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
