import { InfiniteQueryObserver, QueryClient, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { openExpectedQueries } from './expected-queries.ts';
import { makeKey } from './lib/entry-keys.ts';
import { noteChunk } from './lib/render-context.ts';
import { renderInRounds } from './render-rounds.ts';

const visit = { host: 'escola.example', protocol: 'https', isApple: false } as const;
const request = { ...visit, user: null, path: '/', search: '' };
const never = () => new Promise<never>(() => {});

/** A screen with a section in a separate chunk, as the server renders it: a hole until the chunk is loaded. */
function screenWithChunk(loading: Promise<unknown>) {
  let isLoaded = false;
  const load = async () => {
    await loading;
    isLoaded = true;
  };
  return () => {
    noteChunk('section', load, isLoaded);
    return isLoaded ? '<p>Seu plano</p>' : '';
  };
}

it('a chunk that is still loading at the deadline leaves no hole in the HTML: the browser renders the screen', async () => {
  const screen = await renderInRounds(request, new QueryClient(), performance.now() + 20, screenWithChunk(never()));
  expect(screen).toMatchObject({ html: '', parts: ['section'], isLasting: false });
});

it('a chunk that is still loading is asked for in no more rounds than a screen has', async () => {
  const client = new QueryClient();
  let renders = 0;
  const render = () => {
    renders += 1;
    noteChunk('section', async () => undefined, false);
    new QueryObserver(client, { queryKey: makeKey(renders), queryFn: () => renders });
    return '<p>buraco</p>';
  };
  const screen = await renderInRounds(request, client, performance.now() + 60_000, render);
  expect(screen.html).toBe('');
  expect(renders).toBe(6);
});

it('a chunk that is loaded in time is part of the HTML', async () => {
  const render = screenWithChunk(Promise.resolve());
  const screen = await renderInRounds(request, new QueryClient(), performance.now() + 60_000, render);
  expect(screen).toMatchObject({ html: '<p>Seu plano</p>', parts: ['section'], isLasting: true });
});

it('an answer that is late is left out of the HTML, which is not cached', async () => {
  const client = new QueryClient();
  const render = () => {
    const observer = new QueryObserver(client, { queryKey: makeKey('plan'), queryFn: never });
    return observer.getCurrentResult().data ? 'plano' : 'carregando';
  };
  const screen = await renderInRounds(request, client, performance.now() + 20, render);
  expect(screen).toMatchObject({ html: 'carregando', answers: [], isLasting: false });
});

const student = { id: '1', role: 'student' } as never;
const client = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } });

/** A screen that reads its plan, and the course that the plan names. */
function planScreen(courseOf: () => Promise<string | null> | string | null) {
  const fetched: string[] = [];
  const read = <T>(cache: QueryClient, name: string, answer: () => T | Promise<T>) => {
    const queryFn = async () => {
      fetched.push(name);
      return answer();
    };
    const options: QueryObserverOptions<T> = { queryKey: makeKey(name), queryFn };
    return new QueryObserver<T>(cache, options).getCurrentResult().data;
  };
  const open = async (expected: ReturnType<typeof openExpectedQueries>, about: object = {}, patienceMs = 60_000) => {
    const cache = client();
    let renders = 0;
    fetched.length = 0;
    const render = () => {
      renders += 1;
      const plan = read(cache, 'plan', courseOf);
      const course = plan ? read(cache, plan, () => `nome de ${plan}`) : undefined;
      return course ?? plan ?? 'sem plano';
    };
    const until = performance.now() + patienceMs;
    const screen = await renderInRounds({ ...request, user: student, ...about }, cache, until, render, expected);
    const answered = screen.answers.map(([key]) => key[0]);
    return { html: screen.html, isLasting: screen.isLasting, renders, fetched: [...fetched], answered };
  };
  return open;
}

it('a screen that was rendered twice is rendered once from then on, with the answers fetched before', async () => {
  const expected = openExpectedQueries();
  const open = planScreen(() => 'curso');
  const cold = await open(expected);
  expect(cold).toMatchObject({ html: 'nome de curso', renders: 3, fetched: ['plan', 'curso'] });
  expect((await open(expected)).renders).toBe(3);
  expect(await open(expected)).toEqual({ ...cold, renders: 1 });
});

it('a list in pages that was rendered twice has its first page in the next render, as in those before', async () => {
  const expected = openExpectedQueries();
  const open = async () => {
    const cache = client();
    const render = () => {
      const { data, hasNextPage } = new InfiniteQueryObserver(cache, {
        queryKey: makeKey('lessons'),
        queryFn: async ({ pageParam }) => ({ items: [`aula ${pageParam}`], next: 2 }),
        initialPageParam: 1,
        getNextPageParam: ({ next }) => next,
      }).getCurrentResult();
      return `${data?.pages.map(({ items }) => items).join()} ${hasNextPage}`;
    };
    const about = { ...request, user: student };
    return renderInRounds(about, cache, performance.now() + 60_000, render, expected);
  };
  const cold = await open();
  expect(cold.html).toBe('aula 1 true');
  await open();
  expect(await open()).toEqual({ ...cold, at: expect.any(Number) });
});

it('another address, a teacher and a visitor expect nothing of a screen', async () => {
  const expected = openExpectedQueries();
  const open = planScreen(() => 'curso');
  await open(expected);
  await open(expected);
  for (const about of [{ path: '/study' }, { search: 'q=1' }, { user: { id: '1', role: 'teacher' } }, { user: null }]) {
    expect((await open(expected, about)).renders).toBe(3);
  }
  expect((await open(expected)).renders).toBe(1);
});

it('what was expected and is not used stays out of the document, and its failure changes nothing', async () => {
  const expected = openExpectedQueries();
  let course: string | null = 'curso';
  const open = planScreen(() => course);
  await open(expected);
  await open(expected);
  course = null;
  const without = await open(expected);
  expect(without).toMatchObject({ html: 'sem plano', fetched: ['plan', 'curso'], answered: ['plan'], isLasting: true });
  // The last two renders differ in the course: only the plan is expected.
  expect(await open(expected)).toMatchObject({ renders: 1, fetched: ['plan'] });
});

it('an expected answer that fails without being used leaves the document as lasting as before', async () => {
  const expected = openExpectedQueries();
  let isOfThisPerson = true;
  const open = planScreen(() => (isOfThisPerson ? 'curso' : null));
  await open(expected);
  await open(expected);
  isOfThisPerson = false;
  const remembered = expected.prepare;
  expected.prepare = (place, cache) => {
    const queries = remembered(place, cache);
    for (const query of queries) {
      if (query.queryKey[0] === 'curso') query.options.queryFn = () => Promise.reject(new Error('403'));
    }
    return queries;
  };
  expect(await open(expected)).toMatchObject({ html: 'sem plano', answered: ['plan'], isLasting: true });
});

it('a render that ended at its deadline leaves what is expected as it was', async () => {
  const expected = openExpectedQueries();
  let isSlow = false;
  const open = planScreen(() => (isSlow ? never() : 'curso'));
  await open(expected);
  await open(expected);
  isSlow = true;
  expect((await open(expected, {}, 20)).html).toBe('sem plano');
  isSlow = false;
  expect((await open(expected)).renders).toBe(1);
});

it('as many screens are remembered as allowed, and the one that was rendered longest ago is forgotten', async () => {
  const expected = openExpectedQueries(2);
  const open = planScreen(() => 'curso');
  for (const path of ['/a', '/a', '/b', '/b', '/a', '/c', '/c']) await open(expected, { path });
  expect((await open(expected, { path: '/a' })).renders).toBe(1);
  expect((await open(expected, { path: '/b' })).renders).toBe(3);
});
