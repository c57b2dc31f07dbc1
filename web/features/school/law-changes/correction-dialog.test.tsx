import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { listCourses } from '#contract/content/course-list.ts';
import { getBaseText, saveBaseText } from '#contract/questions/base-texts.ts';
import { type LawChange, type LawChangeItem, listLawChangeItems } from '#contract/school/law-changes.ts';
import { getAuthoredCardSet, updateCardSet } from '#contract/study/card-sets.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { sessionQuery } from '#web/lib/session.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { LawChangeItems } from './law-change-items.tsx';

const now = '2026-11-14T12:00:00.000Z';
const change: LawChange = {
  ...{ id: 5, lawId: 1, lawName: 'Lei', amending: 'Lei nº 2', publishedOn: null, startsOn: '2026-01-01' },
  ...{ createdAt: now, undoneAt: null, undoableUntil: now, total: 1, devices: [], markedBy: 0, decisions: [] },
  unread: 0,
  counts: [],
};
const baseText = {
  ...{ id: 77, title: 'Crônica', excerpt: 'O art. 1º diz.', questionCount: 0, authorName: null, mayEdit: true },
  ...{ updatedAt: now, versionId: 3, format: 'plain', text: 'O art. 1º diz.', revision: 4 },
};
const card = (id: number, front: string) => ({
  ...{ id, kind: 'basic', front, back: 'Um ano.', hint: '', picture: null, pictureSide: 'back' },
});
const set = {
  ...{ id: 4, title: 'Crimes', courseId: 2, course: 'Penal', revision: 3, updatedAt: now },
  cards: [card(8, 'Prazo do art. 2º?'), card(9, 'Prazo do art. 1º?')],
};

function open(item: Partial<LawChangeItem>) {
  queryClient.setQueryData(sessionQuery.queryKey, { id: 'x', role: 'admin' } as never);
  const server = fakeServer();
  const listed = { id: 1, targetId: 77, excerpt: 'O art. 1º diz.', lexIds: ['art1'], decision: 'open', ...item };
  server.on(listLawChangeItems, answers.json([listed]));
  server.on(listCourses, answers.json([{ id: 2, title: 'Penal' }]));
  return { ...renderInApp(<LawChangeItems change={change} />), server };
}
const sent = (server: ReturnType<typeof fakeServer>) => server.calls.find(({ body }) => body !== undefined);
afterEach(() => queryClient.clear());

test('a supporting text is corrected over the list, which is read again', async () => {
  const { user, server } = open({ kind: 'base_text' });
  server.on(getBaseText, answers.json(baseText));
  server.on(saveBaseText, answers.json({ ...baseText, revision: 5 }));
  await user.click(await screen.findByRole('button', { name: /^Corrigir/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Editar texto-base' });
  await user.type(await within(dialog).findByLabelText(/Título/), ' nova');
  await user.keyboard('{Escape}');
  const listed = server.calls.filter(({ path }) => path.endsWith('/items')).length;
  await user.click(within(dialog).getByRole('button', { name: /^Salvar/ }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(server)).toMatchObject({
    path: '/api/teacher/base-texts/77',
    body: { title: 'Crônica nova', text: 'O art. 1º diz.', revision: 4 },
  });
  await waitFor(() => expect(server.calls.filter(({ path }) => path.endsWith('/items')).length).toBe(listed + 1));
});

test('a card of a set is corrected over the list: its set opens at the card', async () => {
  const { user, server } = open({ kind: 'set_card', targetId: 4, cardId: 9 });
  server.on(getAuthoredCardSet, answers.json(set));
  server.on(updateCardSet, answers.json(set));
  await user.click(await screen.findByRole('button', { name: /^Corrigir/ }));
  const front = await screen.findByLabelText('Frente do cartão 2');
  await waitFor(() => expect(document.activeElement).toBe(front));
  await user.type(front, '!');
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Guardar conjunto' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(server)).toMatchObject({
    path: '/api/teacher/card-sets/4',
    body: {
      revision: 3,
      cards: [
        { id: 8, front: 'Prazo do art. 2º?' },
        { id: 9, front: 'Prazo do art. 1º?!' },
      ],
    },
  });
});

test('a text that cannot be opened says so in its dialog', async () => {
  const { user, server } = open({ kind: 'set_card', targetId: 4 });
  server.on(getAuthoredCardSet, answers.error(404, 'not_found', 'Este conjunto não existe mais.'));
  await user.click(await screen.findByRole('button', { name: /^Corrigir/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Editar conjunto' });
  expect(await within(dialog).findByText('Este conjunto não existe mais.')).toBeTruthy();
});
