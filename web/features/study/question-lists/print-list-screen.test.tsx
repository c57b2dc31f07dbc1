import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Route } from 'wouter';
import { printQuestionList } from '#contract/study/question-lists.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import NewListDialog from './new-list-dialog.tsx';
import { PrintListScreen } from './print-list-screen.tsx';

afterEach(() => queryClient.clear());

const printed = (id: number, number: number) => ({
  id,
  number,
  source: 'Vunesp',
  year: 2025,
  kind: 'choice',
  format: 'plain',
  baseText: null,
  questionText: `Enunciado ${id}`,
  options: [
    { id: id * 10, optionText: 'Uma' },
    { id: id * 10 + 1, optionText: 'Outra' },
  ],
  rightOptionId: null,
});
const stretch = { name: 'Véspera', total: 150, from: 1, through: 100, closed: 98, postponesTo: null };
const open = () =>
  renderInApp(<Route path="/question-lists/:id/print" component={PrintListScreen} />, '/question-lists/4/print');

it('prints the numbers that the questions have in the list', async () => {
  const server = fakeServer();
  server.on(printQuestionList, answers.json({ ...stretch, questions: [printed(1, 3), printed(2, 7)] }));
  open();
  expect(await screen.findByRole('article', { name: 'Questão 3' })).toBeDefined();
  expect(screen.getByRole('article', { name: 'Questão 7' })).toBeDefined();
  const sheet = within(screen.getByRole('region', { name: 'Folha de respostas' }));
  expect(sheet.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['3', '7']);
});

it('leads past a closed stretch, and back by whole stretches', async () => {
  const server = fakeServer();
  server.on(printQuestionList, answers.json({ ...stretch, closed: 100, questions: [] }));
  const { user } = open();
  expect(await screen.findByText('Nada para imprimir neste trecho')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Imprimir' })).toBeNull();
  const last = { ...stretch, from: 101, through: 150, closed: 49, questions: [printed(9, 150)] };
  server.on(printQuestionList, answers.json(last));
  await user.click(screen.getByRole('button', { name: 'Trecho seguinte' }));
  expect(await screen.findByRole('article', { name: 'Questão 150' })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Trecho anterior' }));
  expect(await screen.findByText('Nada para imprimir neste trecho')).toBeDefined();
});

it('one question fits in the singular', async () => {
  fakeServer();
  renderInApp(<NewListDialog onClose={() => {}} from={{ filter: {}, count: 1, name: 'Crase' }} />);
  expect(await screen.findByText('1 questão combina com a escolha agora.')).toBeDefined();
});
