import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { dismissNews, getNewsSeen } from '#contract/school/news.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { sessionQuery } from '#web/lib/session.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { signedIn } from '#web/testing/signed-in.ts';
import packageFile from '../../../../package.json' with { type: 'json' };
import NewsCard from './news-card.tsx';
import { allNews, newsFor } from './news-texts.ts';

afterEach(() => queryClient.clear());

it('the card shows the news of the version until they are dismissed', async () => {
  const server = fakeServer();
  server.on(getNewsSeen, answers.json({ seen: null }));
  server.on(dismissNews, answers.json({ seen: '1.0.0' }));
  signedIn('teacher');
  const { user } = renderInApp(<NewsCard />);
  await screen.findByText('O que há de novo na versão 1.0.0');
  await user.click(screen.getByRole('button', { name: 'Entendi' }));
  await waitFor(() => expect(screen.queryByText(/O que há de novo/)).toBeNull());
});

it('stays, and says why, when dismissing fails', async () => {
  const server = fakeServer();
  server.on(getNewsSeen, answers.json({ seen: null }));
  server.on(dismissNews, answers.error(503, 'unavailable', 'Tente de novo.'));
  signedIn('teacher');
  const { user } = renderInApp(<NewsCard />);
  await user.click(await screen.findByRole('button', { name: 'Entendi' }));
  await screen.findByText('Não foi possível dispensar');
  screen.getByText('O que há de novo na versão 1.0.0');
});

it('the current version has news, some of them only for administrators', () => {
  expect(allNews[0]?.version).toBe(packageFile.version);
  const texts = (role: 'teacher' | 'admin') => newsFor(signedIn(role), null)?.items.length ?? 0;
  expect(texts('admin')).toBeGreaterThan(texts('teacher'));
});

it('no news are shown for a dismissed version, or for an account younger than the release', () => {
  const user = signedIn('teacher');
  expect(newsFor(user, '1.0.0')).toBeUndefined();
  expect(newsFor(user, '0.9.0')).toBeDefined();
  expect(newsFor({ ...user, createdAt: '2026-11-18T00:00:00.000Z' }, null)).toBeUndefined();
  expect(queryClient.getQueryData(sessionQuery.queryKey)).toBeDefined();
});
