import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, waitFor } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { getCurrentUser, logout } from '#contract/people/accounts.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { served } from '#web/testing/served.tsx';
import { call, holdAnswers } from './api.ts';
import { AppReady } from './app-ready.ts';
import { entryKeys } from './entry-keys.ts';
import { areSectionsHydrated, whenHydrated } from './when-hydrated.ts';

/** A screen whose section hydrates later than the part around it; both read the same late answer. */
function screenWithLateAnswer() {
  const client = new QueryClient();
  const query = { queryKey: entryKeys.session, queryFn: () => call(getCurrentUser) };
  const Section = () => (useQuery(query).data ? <p>Pronto</p> : <span>Carregando</span>);
  const chunk = Promise.withResolvers<{ default: typeof Section }>();
  const InBrowser = lazy(() => chunk.promise);
  let isServer = true;
  const Around = () => {
    useQuery(query);
    return (
      <>
        <Suspense>{isServer ? <Section /> : <InBrowser />}</Suspense>
        <AppReady />
      </>
    );
  };
  const page = served(
    <QueryClientProvider client={client}>
      <Around />
    </QueryClientProvider>,
  );
  client.clear();
  isServer = false;
  return { ...page, loadSection: () => act(async () => chunk.resolve({ default: Section })) };
}

it('an answer that comes before its section is hydrated waits, and the section keeps its nodes', async () => {
  const server = fakeServer();
  server.on(getCurrentUser, answers.json({ id: 'ana' }));
  const ready = Promise.withResolvers<void>();
  holdAnswers(() => ready.promise);
  onTestFinished(() => holdAnswers(() => Promise.resolve()));
  const { root, hydrate, loadSection, mismatches } = screenWithLateAnswer();
  expect(root.textContent).toBe('Carregando');
  await hydrate();
  await act(async () => {});
  expect(server.calls).toHaveLength(1);
  await loadSection();
  expect(root.textContent).toBe('Carregando');
  await act(async () => ready.resolve());
  await waitFor(() => expect(root.textContent).toBe('Pronto'));
  expect(mismatches).toEqual([]);
});

it('an answer waits for the last section, also when the screen around it has been ready for long', async () => {
  fakeServer().on(getCurrentUser, answers.json({ id: 'ana' }));
  const { root, hydrate, loadSection, mismatches } = screenWithLateAnswer();
  const done = vi.fn();
  holdAnswers(() => whenHydrated(root).then(done));
  onTestFinished(() => holdAnswers(() => Promise.resolve()));
  await hydrate();
  await act(async () => {});
  expect(areSectionsHydrated(root)).toBe(false);
  expect(done).not.toHaveBeenCalled();
  await loadSection();
  await waitFor(() => expect(root.textContent).toBe('Pronto'));
  expect(areSectionsHydrated(root)).toBe(true);
  expect(done).toHaveBeenCalledOnce();
  expect(mismatches).toEqual([]);
});

it('an answer waits also where the nodes of a section were linked by a render that React threw away', async () => {
  fakeServer().on(getCurrentUser, answers.json({ id: 'ana' }));
  const client = new QueryClient();
  const query = { queryKey: entryKeys.session, queryFn: () => call(getCurrentUser) };
  const chunk = Promise.withResolvers<{ default: () => null }>();
  const InBrowser = lazy(() => chunk.promise);
  let isServer = true;
  const Section = () => (useQuery(query).data ? <p>Pronto</p> : <span>Carregando</span>);
  const Around = () => {
    useQuery(query);
    return (
      <>
        <Suspense>
          <Section />
          {isServer ? null : <InBrowser />}
        </Suspense>
        <AppReady />
      </>
    );
  };
  const { root, hydrate, mismatches } = served(
    <QueryClientProvider client={client}>
      <Around />
    </QueryClientProvider>,
  );
  client.clear();
  isServer = false;
  const done = vi.fn();
  holdAnswers(() => whenHydrated(root).then(done));
  onTestFinished(() => holdAnswers(() => Promise.resolve()));
  await hydrate();
  expect(Object.keys(root.querySelector('span') as Element).join()).toContain('__reactFiber');
  expect(areSectionsHydrated(root)).toBe(false);
  expect(done).not.toHaveBeenCalled();
  await act(async () => chunk.resolve({ default: () => null }));
  await waitFor(() => expect(root.textContent).toBe('Pronto'));
  expect(mismatches).toEqual([]);
});

it('a change is answered at once, also during the hydration', async () => {
  const server = fakeServer();
  server.on(logout, answers.json({ ok: true }));
  holdAnswers(() => new Promise(() => {}));
  onTestFinished(() => holdAnswers(() => Promise.resolve()));
  expect(await call(logout)).toEqual({ ok: true });
});
