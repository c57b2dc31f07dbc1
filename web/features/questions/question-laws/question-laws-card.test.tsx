import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { getLawArticle, listLaws } from '#contract/content/laws.ts';
import { getQuestionLaws } from '#contract/questions/question-laws.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import { QuestionLawsCard } from './question-laws-card.tsx';

afterEach(() => queryClient.clear());

const link = { quote: 'art. 5º da CF', lawId: 3, lawName: 'CF', article: 'art5', lexId: 'art5', isRefused: false };

it('a quote of a base text is offered to the author of the text, and a quote of the question to its own', async () => {
  const laws = (mayDecide: boolean) => ({
    ...{ mayDecide, mayDecideText: !mayDecide, articles: [] },
    links: [
      { ...link, id: 1, of: 'question' },
      { ...link, quote: 'art. 6º da CF', id: 2, of: 'base_text' },
    ],
  });
  for (const mayDecide of [true, false]) {
    cleanup();
    queryClient.clear();
    const server = fakeServer();
    server.on(listLaws, answers.json([]));
    server.on(getLawArticle, answers.error(404, 'not_found', 'Não há.'));
    signedIn('teacher');
    server.on(getQuestionLaws, answers.json(laws(mayDecide)));
    const { user } = renderInApp(<QuestionLawsCard questionId={1} />);
    for (const [name, isOffered] of [
      ['art. 5º da CF', mayDecide],
      ['art. 6º da CF', !mayDecide],
    ] as const) {
      await user.click((await screen.findAllByRole('button', { name })).at(-1) as HTMLElement);
      await screen.findByRole('dialog');
      expect(screen.queryByText('Não é este dispositivo?') !== null).toBe(isOffered);
      await user.keyboard('{Escape}');
    }
  }
});
