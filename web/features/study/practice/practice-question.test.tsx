import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getPreferences } from '#contract/preferences.ts';
import { answerPractice, type PracticeQuestion } from '#contract/study/practice.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { PracticeQuestionView } from './practice-question.tsx';

const question: PracticeQuestion = {
  id: 5,
  kind: 'choice',
  format: 'plain',
  baseText: null,
  questionText: 'Qual?',
  options: ['um', 'dois', 'três'].map((optionText, place) => ({ id: 51 + place, optionText })),
  subject: null,
  source: '',
  organ: '',
  post: '',
  year: null,
  difficulty: null,
  answer: null,
  postponesTo: null,
};

const verdict = {
  optionId: 51,
  isCorrect: false,
  rightOptionId: 52,
  comment: '',
  optionComments: [],
  isAnnulled: false,
};

function open(shortcuts: boolean, asked: PracticeQuestion = question) {
  const server = fakeServer();
  server.on(getPreferences, answers.json({ shortcuts }));
  const part = renderInApp(
    <PracticeQuestionView practiceId={9} question={asked} number={1} isLast={false} onNext={() => undefined} />,
  );
  return { ...part, server, chosen: () => document.querySelector<HTMLInputElement>('input:checked')?.value };
}

it('a question is answered by letter or digit and Enter', async () => {
  const { user, server, chosen } = open(true);
  await screen.findByText('escolhe', { exact: false });
  await user.keyboard('c');
  expect(chosen()).toBe('53');
  await user.keyboard('f6');
  expect(chosen()).toBe('53');
  await user.keyboard('2{Enter}');
  await waitFor(() =>
    expect(server.calls).toContainEqual(
      expect.objectContaining({ path: '/api/practices/9/answers', body: { questionId: 5, optionId: 52 } }),
    ),
  );
});

it('a question of Certo/Errado is answered by C and E, and shows the right one', async () => {
  const options = ['Certo', 'Errado'].map((optionText, place) => ({ id: 51 + place, optionText }));
  const answer = { ...verdict, optionId: 51, rightOptionId: 52 };
  const { user, chosen } = open(true, { ...question, kind: 'true_false', options });
  expect((await screen.findByText('escolhe', { exact: false })).textContent).toBe('C ou E escolhe, Enter responde');
  await user.keyboard('e');
  expect(chosen()).toBe('52');
  await user.keyboard('b');
  expect(chosen()).toBe('52');
  await user.keyboard('c');
  expect(chosen()).toBe('51');
  cleanup();
  open(true, { ...question, kind: 'true_false', options, answer });
  await screen.findByText('Resposta errada: o gabarito é Errado');
});

it('letters do nothing when shortcuts are switched off', async () => {
  const { user, server, chosen } = open(false);
  await waitFor(() => expect(server.calls).toHaveLength(1));
  await user.keyboard('c');
  expect(chosen()).toBeUndefined();
});

it('letters do nothing while the focus is elsewhere', async () => {
  const { user, chosen } = open(true);
  await screen.findByText('escolhe', { exact: false });
  (document.activeElement as HTMLElement).blur();
  await user.keyboard('c');
  expect(chosen()).toBeUndefined();
});

it('an answer that could not be sent stays selected, and is sent by another press', async () => {
  const { user, server, chosen } = open(true);
  server.on(answerPractice, answers.offline);
  await user.click(screen.getByText('dois'));
  await user.click(screen.getByRole('button', { name: 'Responder' }));
  await screen.findByText('Resposta não enviada');
  expect(chosen()).toBe('52');
  await user.click(screen.getByRole('button', { name: 'Responder' }));
  await waitFor(() => expect(server.calls.filter(({ path }) => path.endsWith('/answers'))).toHaveLength(2));
});

it('after the answer the share of each alternative is shown if enough students have answered', () => {
  const shares = [51, 52, 53].map((id, place) => ({ id, percent: [25, 75, 0][place] ?? 0 }));
  const answer = verdict;
  fakeServer().on(getPreferences, answers.json({ shortcuts: false }));
  const view = (revealed: PracticeQuestion['answer']) => (
    <PracticeQuestionView
      practiceId={9}
      question={{ ...question, answer: revealed }}
      number={1}
      isLast={false}
      onNext={() => undefined}
    />
  );
  renderInApp(view({ ...answer, shares }));
  expect(screen.getByText('75% dos alunos marcaram esta')).toBeTruthy();
  expect(screen.getByText('0% dos alunos marcaram esta')).toBeTruthy();
  cleanup();
  renderInApp(view({ ...answer, shares: null }));
  expect(screen.queryByText(/dos alunos marcaram/)).toBeNull();
});

it('the button shows that the answer delays a certificate, with the date of the server', async () => {
  open(false, { ...question, postponesTo: '2026-11-18T15:07:00.000Z' });
  expect(screen.getByRole('button', { name: /^Responder/ }).textContent).toBe(
    'Responder adia o certificado para 18/11, 12h07',
  );
  cleanup();
  open(false);
  expect(screen.getByRole('button', { name: 'Responder' })).toBeTruthy();
});
