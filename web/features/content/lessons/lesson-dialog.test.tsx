import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createLesson } from '#contract/content/lessons.ts';
import { listSubjects } from '#contract/content/subjects.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { LessonDialog } from './lesson-dialog.tsx';
import { type LessonForm, unwritten } from './lesson-form.ts';

/** What a screen reader announces for a field. */
const saidOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ');

async function open(written: Partial<LessonForm> = {}) {
  signedIn('teacher');
  const server = fakeServer();
  server.on(listSubjects, answers.json([{ id: 5, name: 'Português', lessonCount: 0 }]));
  const draft = { key: 'draft', draft: { value: { ...unwritten.value, ...written }, revision: null, savedAt: '' } };
  const part = renderInApp(<LessonDialog lessonId={null} stored={unwritten} draft={draft} onClose={() => undefined} />);
  const content = await screen.findByRole('textbox', { name: 'Conteúdo da Aula' });
  if (!written.newSubject) await screen.findByRole('option', { name: 'Português' });
  return { ...part, server, content, publish: () => screen.getByRole('button', { name: 'Publicar Aula' }) };
}

test('missing values are shown at each field, and the first one takes the focus', async () => {
  const { user, server, content, publish } = await open();
  await user.click(publish());
  const subject = screen.getByLabelText('Matéria');
  expect(document.activeElement).toBe(subject);
  expect(saidOf(subject)).toBe('Escolha a matéria.');
  expect(saidOf(screen.getByLabelText('Título da Aula'))).toBe('Escreva o título da aula.');
  expect(saidOf(content)).toContain('Escreva o conteúdo da aula.');
  expect(screen.getByText('Preencha todos os campos')).toBeTruthy();
  expect(server.calls.filter(({ body }) => body)).toEqual([]);
  await user.selectOptions(subject, '5');
  expect(saidOf(subject)).toBe('');
});

test('a new subject without a name is the error, not a missing selection', async () => {
  const { user, publish } = await open({ title: 'Crase', content: '<p>À</p>', newSubject: ' ' });
  await user.click(publish());
  const name = screen.getByLabelText('Nova matéria');
  expect(document.activeElement).toBe(name);
  expect(saidOf(name)).toBe('Escreva o nome da matéria.');
});

test('the server’s error about the content is announced with the field', async () => {
  const { user, server, content, publish } = await open({ title: 'Crase', content: '<p>À</p>', subjectId: 5 });
  const fields = { title: 'Use no máximo 200 caracteres.', content: 'Escreva o conteúdo da aula.' };
  server.on(
    createLesson,
    answers.error(400, 'bad_request', 'Título, conteúdo e matéria são obrigatórios.', { fields }),
  );
  await user.click(publish());
  await waitFor(() => expect(content.getAttribute('aria-invalid')).toBe('true'));
  expect(saidOf(content)).toContain('Escreva o conteúdo da aula.');
  expect(document.activeElement).toBe(screen.getByLabelText('Título da Aula'));
});
