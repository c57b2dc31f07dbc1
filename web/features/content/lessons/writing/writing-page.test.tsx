import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  getLessonDraft,
  type LessonDraft,
  listLessonVersions,
  publishLessonDraft,
  saveLessonDraft,
  scheduleLessonDraft,
  tellLessonPresence,
} from '#contract/content/lesson-drafts.ts';
import { listSubjects } from '#contract/content/subjects.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { draftQuery } from './writing.queries.ts';
import { WritingPage } from './writing-page.tsx';

const draft: LessonDraft = {
  ...{ id: 7, title: 'Crase', content: '<p>À vista.</p>', subjectId: 5, topicId: null },
  ...{ version: 3, baseVersion: null, lessonVersion: null, isPublished: false, isChanged: true },
  ...{ publishAt: null, publishFault: null, authorName: 'Luana', savedByName: 'Luana' },
  updatedAt: '2026-11-15T23:58:00.000Z',
};
const presence = { others: [], version: 3, lessonVersion: null, savedByName: 'Luana' };

async function open(change: Partial<LessonDraft> = {}, seen: object = {}) {
  signedIn('teacher');
  // A narrow window.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  const server = fakeServer();
  const opened = { ...draft, ...change };
  server.on(listSubjects, answers.json([{ id: 5, name: 'Português', lessonCount: 0 }]));
  server.on(listLessonVersions, answers.json([]));
  server.on(tellLessonPresence, answers.json({ ...presence, ...seen }));
  queryClient.setQueryData(draftQuery(7).queryKey, opened);
  const part = renderInApp(<WritingPage draft={opened} onTakeTheirs={() => undefined} />);
  await screen.findByRole('textbox', { name: 'Conteúdo da Aula' });
  const sent = (path: string) => server.calls.filter((one) => one.path === path && one.body).map(({ body }) => body);
  return { ...part, server, sent, title: screen.getByLabelText('Título da Aula') };
}

test('publishing saves what was just typed, and then publishes that version', async () => {
  const { user, server, sent, title } = await open();
  const saved = { ...draft, title: 'Crase facultativa', version: 4 };
  server.on(saveLessonDraft, answers.json(saved));
  const published = { ...saved, version: 5, isPublished: true, isChanged: false, lessonVersion: 1, baseVersion: 1 };
  server.on(publishLessonDraft, answers.json({ draft: published, lesson: {} }));
  await user.type(title, ' facultativa');
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  await screen.findByText('Aula publicada!');
  expect(sent('/api/lesson-drafts/7')).toMatchObject([{ title: 'Crase facultativa', version: 3, subjectId: 5 }]);
  expect(sent('/api/lesson-drafts/7/publish')).toEqual([{ version: 4, lessonVersion: null }]);
});

test('a save over another person’s text asks, and nothing is published', async () => {
  const { user, server, sent, title } = await open();
  server.on(saveLessonDraft, answers.error(409, 'version_conflict', 'Alterada.'));
  server.on(getLessonDraft, answers.json({ ...draft, title: 'De outra pessoa', version: 4 }));
  await user.type(title, '!');
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  await screen.findByText('Esta aula foi alterada enquanto você editava');
  expect((title as HTMLTextAreaElement).value).toBe('Crase!');
  expect(sent('/api/lesson-drafts/7/publish')).toEqual([]);
});

test('a missing value is shown at its field, and nothing is sent', async () => {
  const { user, sent } = await open({ title: '', subjectId: null });
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  expect(screen.getByText('Preencha todos os campos')).toBeTruthy();
  expect(screen.getByText('Escreva o título da aula.')).toBeTruthy();
  // The field is behind a button here: it opens.
  expect(await screen.findByText('Escolha a matéria.')).toBeTruthy();
  expect(sent('/api/lesson-drafts/7/publish')).toEqual([]);
});

test('a text that could not be saved stays on this device, and the page shows it', async () => {
  const { user, server, title } = await open();
  server.on(saveLessonDraft, 'offline');
  await user.type(title, '!');
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  await screen.findByText('Não conseguimos salvar o texto');
  await waitFor(() => expect(screen.getByText(/^Não salvo:/)).toBeTruthy());
});

test('other people who have the lesson open are named', async () => {
  await open({}, { others: [{ name: 'Rita Lima', isMe: false }] });
  expect(await screen.findByText(/Rita Lima também está com esta aula aberta/)).toBeTruthy();
});

test('another person’s version is offered if nothing was changed here', async () => {
  await open({}, { version: 5, savedByName: 'Rita Lima' });
  expect(await screen.findByText('Rita Lima salvou esta aula')).toBeTruthy();
});

test('a lesson that was changed elsewhere is replaced only after a confirmation', async () => {
  const { user, server, sent } = await open({ isPublished: true, baseVersion: 1, lessonVersion: 2 });
  server.on(publishLessonDraft, answers.json({ draft: { ...draft, version: 4 }, lesson: {} }));
  await user.click(screen.getByRole('button', { name: 'Publicar alterações' }));
  expect(sent('/api/lesson-drafts/7/publish')).toEqual([]);
  await user.click(screen.getAllByRole('button', { name: 'Publicar a minha no lugar' }).at(-1) as HTMLElement);
  await screen.findByText('Aula atualizada!');
  expect(sent('/api/lesson-drafts/7/publish')).toEqual([{ version: 3, lessonVersion: 2 }]);
});

test('the scheduled time of a lesson can be cancelled', async () => {
  const { user, server, sent } = await open({ publishAt: '2026-11-21T10:00:00.000Z' });
  server.on(scheduleLessonDraft, answers.json({ ...draft, version: 4 }));
  // Narrow windows have the options behind a button.
  await user.click(screen.getByRole('button', { name: 'Opções da aula' }));
  await user.click(await screen.findByRole('button', { name: 'Cancelar agendamento' }));
  await screen.findByText('Agendamento cancelado');
  expect(sent('/api/lesson-drafts/7/schedule')).toEqual([{ version: 3, publishAt: null }]);
});
