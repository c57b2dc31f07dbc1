import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listSubjects } from '#contract/content/subjects.ts';
import { changeTopic, createTopic, deleteTopic, listTopics, mergeTopic, type Topic } from '#contract/content/topics.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import TopicsScreen from './topics-screen.tsx';

const topic = (id: number, name: string, parentId: number | null = null): Topic => ({
  id,
  subjectId: 3,
  parentId,
  name,
  questionCount: 12,
  lessonCount: 1,
});

async function open() {
  signedIn('teacher');
  const server = fakeServer();
  server.on(listSubjects, answers.json([{ id: 3, name: 'Português', lessonCount: 1 }]));
  server.on(listTopics, answers.json([topic(1, 'Crase'), topic(2, 'Casos', 1), topic(4, 'Regência')]));
  const part = renderInApp(<TopicsScreen />, '/teacher/topics');
  await screen.findByText('Casos');
  const choose = async (name: string, action: string) => {
    await part.user.click(screen.getByRole('button', { name: `Ações de ${name}` }));
    await part.user.click(await screen.findByRole('menuitem', { name: action }));
  };
  return { ...part, server, choose, sent: () => server.calls.filter(({ body }) => body) };
}

it('the dialog creates a subtopic, and says what is wrong with its name', async () => {
  const { user, choose, server, sent } = await open();
  await choose('Regência', 'Novo subassunto');
  const dialog = within(await screen.findByRole('dialog', { name: 'Novo subassunto de Regência' }));
  await user.click(dialog.getByRole('button', { name: 'Criar' }));
  expect(dialog.getByText('Escreva o nome do assunto.')).toBeTruthy();
  expect(sent()).toEqual([]);
  server.on(createTopic, answers.json(topic(9, 'Verbal', 4), 201));
  await user.type(dialog.getByLabelText('Nome'), 'Verbal');
  await user.click(dialog.getByRole('button', { name: 'Criar' }));
  expect(await screen.findByText('Subassunto criado')).toBeTruthy();
  expect(sent().map(({ body }) => body)).toEqual([{ subjectId: 3, parentId: 4, name: 'Verbal' }]);
});

it('the dialog offers a merge, with the counts, when a topic in use is to be deleted', async () => {
  const { user, choose, server, sent } = await open();
  const message = 'Este assunto ainda é usado: 12 questões, 1 aula. Junte-o com outro.';
  server.on(deleteTopic, answers.error(409, 'topic_in_use', message));
  await choose('Crase', 'Excluir');
  await user.click(await screen.findByRole('button', { name: 'Excluir' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Juntar Crase' }));
  expect(dialog.getByText(message)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Juntar' }));
  expect(dialog.getByText('Escolha o assunto que fica.')).toBeTruthy();
  server.on(mergeTopic, answers.json(topic(4, 'Regência')));
  await user.selectOptions(dialog.getByLabelText('Juntar com'), 'Regência');
  await user.click(dialog.getByRole('button', { name: 'Juntar' }));
  expect(await screen.findByText('Tudo de "Crase" está em "Regência".')).toBeTruthy();
  expect(sent().map(({ body }) => body)).toEqual([{ into: 4 }]);
});

it('the dialog offers a merge when the new name is taken', async () => {
  const { user, choose, server } = await open();
  server.on(changeTopic, answers.error(409, 'topic_exists', 'já existe', { topic: { id: 4, name: 'Regência' } }));
  await choose('Crase', 'Renomear');
  const dialog = within(await screen.findByRole('dialog', { name: 'Renomear Crase' }));
  await user.clear(dialog.getByLabelText('Novo nome'));
  await user.type(dialog.getByLabelText('Novo nome'), 'Regencia');
  await user.click(dialog.getByRole('button', { name: 'Salvar nome' }));
  const merge = within(await screen.findByRole('dialog', { name: 'Juntar Crase' }));
  expect(merge.getByLabelText<HTMLSelectElement>('Juntar com').value).toBe('4');
});
