import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { listLawCitations } from '#contract/content/law-citations.ts';
import { getLawArticle, listLaws } from '#contract/content/laws.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import LawLinks from './law-links.tsx';

afterEach(() => queryClient.clear());

const link = {
  ...{ quote: 'art. 5º da CF', lawId: 3, lawName: 'CF', article: 'art5', lexId: 'art5', isRefused: false },
  occurrence: 0,
};

it.each([
  ['student', false, false],
  ['secretary', false, false],
  ['teacher', false, false],
  ['teacher', true, true],
  ['admin', false, true],
] as const)(
  'a citation of a lesson is offered for correction: %s, own lesson %s: %s',
  async (role, isOwn, isOffered) => {
    const server = fakeServer();
    server.on(listLawCitations, answers.json([link]));
    server.on(listLaws, answers.json([]));
    server.on(getLawArticle, answers.error(404, 'not_found', 'Não há.'));
    const { id } = signedIn(role);
    const body = document.createElement('div');
    body.innerHTML = '<p>Pelo art. 5º da CF.</p>';
    document.body.append(body);
    const { user } = renderInApp(
      <LawLinks lessonId={1} authorId={isOwn ? id : null} text={body} body={{ current: body }} />,
    );
    await user.click(await screen.findByRole('link', { name: 'art. 5º da CF' }));
    await screen.findByRole('dialog');
    expect(screen.queryByText('Não é este dispositivo?') !== null).toBe(isOffered);
    body.remove();
  },
);
