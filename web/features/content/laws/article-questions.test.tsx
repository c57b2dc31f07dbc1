import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { listArticleQuestions, startArticlePractice } from '#contract/study/law-study.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { ArticleQuestions } from './article-questions.tsx';

const question = (id: number, over: object = {}) => ({
  ...{ id, excerpt: `Questão ${id}`, year: 2024, source: 'Vunesp', isAnswered: false, isRight: null },
  ...over,
});

it('the questions of an article are listed by year and banca, and practice uses exactly these', async () => {
  const server = fakeServer();
  server.on(
    listArticleQuestions,
    answers.json({
      questions: [
        question(1, { isAnswered: true, isRight: true }),
        question(2, { isAnswered: true, isRight: false }),
        question(3, { year: 2018, source: 'Cebraspe' }),
        question(4, { year: null, source: '', isAnswered: true, outdated: { reason: 'A lei mudou.' } }),
      ],
      practisable: 3,
    }),
  );
  server.on(startArticlePractice, answers.json({ practiceId: 9 }, 201));
  const { user, path } = renderInApp(<ArticleQuestions lawId={3} article="art144" />);
  await screen.findByRole('heading', { name: 'Caiu 4 vezes' });
  screen.getByText('desde 2018');
  const newest = within(screen.getByRole('region', { name: '2024, Vunesp' }));
  expect(newest.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Questão 1você acertou',
    'Questão 2você errou',
  ]);
  // What was not answered has no page.
  const older = within(screen.getByRole('region', { name: '2018, Cebraspe' }));
  expect([older.queryByRole('link'), older.getByText('não feita').textContent]).toEqual([null, 'não feita']);
  const undated = within(screen.getByRole('region', { name: 'Sem ano' }));
  expect(undated.getByRole('link').textContent).toBe('Questão 4você respondeuDesatualizada A lei mudou.');
  await user.click(screen.getByRole('button', { name: 'Praticar 3 destas' }));
  await waitFor(() => expect(path()).toBe('/practice/9'));
  expect(server.calls.at(-1)).toMatchObject({
    path: '/api/laws/3/articles/art144/practices',
    body: { creationKey: expect.any(String) },
  });
});

it('a message says that an article has no questions, and no practice is offered', async () => {
  fakeServer().on(listArticleQuestions, answers.json({ questions: [], practisable: 0 }));
  renderInApp(<ArticleQuestions lawId={3} article="art1" />);
  await screen.findByText(/Nenhuma questão que você respondeu ou pode treinar/);
  expect(screen.queryByRole('button')).toBeNull();
});
