import { QueryClient } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { getLaw, listLawArticles } from '#contract/content/laws.ts';
import { checkCoupon } from '#contract/money/coupons.ts';
import { type Key, makeKey } from './entry-keys.ts';
import { pagesQuery } from './pages-query.ts';
import { readQuery } from './read-query.ts';

/** Answers each request and records it. */
function recordRequests(answer: (address: string) => Response | Promise<Response>) {
  const sent: { address: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    sent.push({ address, init });
    return answer(address);
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return sent;
}

it('a read sends its path, its query and nothing else, and its data is the response under its key', async () => {
  const sent = recordRequests(() => Response.json({ name: 'Código Penal' }));
  const client = new QueryClient();
  const law = readQuery(getLaw, makeKey('law', 3), { params: { id: 3 }, query: { on: 'today' } });
  expect(await client.fetchQuery(law)).toEqual({ name: 'Código Penal' });
  expect(client.getQueryData(makeKey('law', 3))).toEqual({ name: 'Código Penal' });
  expect(sent.map(({ address }) => address)).toEqual(['/api/laws/3?on=today']);
  expect(sent[0]?.init).toMatchObject({ method: 'GET' });
  expect(sent[0]?.init.body).toBeUndefined();
});

it('a read sends its body', async () => {
  const sent = recordRequests(() => Response.json({}));
  await new QueryClient().fetchQuery(readQuery(checkCoupon, makeKey('coupon'), { body: { coupon: 'AMIGO' } }));
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ coupon: 'AMIGO' });
});

it('what else a read is given are options of its query, and what is sent is none', () => {
  const law = readQuery(getLaw, makeKey('law'), { params: { id: 3 }, query: {}, enabled: false, staleTime: 7 });
  expect(law).toEqual({ queryKey: ['law'], queryFn: expect.any(Function), enabled: false, staleTime: 7 });
});

const input = { params: { id: 3 }, query: {} };

it.each([
  ['read', (client: QueryClient, queryKey: Key) => client.fetchQuery(readQuery(getLaw, queryKey, input))],
  [
    'page',
    (client: QueryClient, queryKey: Key) => client.fetchInfiniteQuery(pagesQuery(listLawArticles, queryKey, input)),
  ],
])('a %s that no component needs any more is aborted', async (_, ask) => {
  const sent = recordRequests(() => new Promise(() => {}));
  const client = new QueryClient();
  const queryKey = makeKey('law');
  const failed = ask(client, queryKey).catch((error: unknown) => error);
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.init.signal?.aborted).toBe(false);
  await client.cancelQueries({ queryKey });
  expect(sent[0]?.init.signal?.aborted).toBe(true);
  expect(await failed).toBeInstanceOf(Error);
});

it('each page of a list is asked for with the query of the list and the cursor of the page before', async () => {
  const sent = recordRequests((address) =>
    Response.json([address], {
      headers: address.includes('cursor') ? {} : { link: '</api/laws/3/articles?cursor=x>; rel="next"' },
    }),
  );
  const list = pagesQuery(listLawArticles, makeKey('articles'), {
    params: { id: 3 },
    query: { on: 'today' },
    staleTime: 7,
  });
  const { pages } = await new QueryClient().fetchInfiniteQuery({ ...list, pages: 2 });
  expect(pages.map(({ next }) => next)).toEqual(['x', null]);
  expect(sent.map(({ address }) => address)).toEqual([
    '/api/laws/3/articles?on=today',
    '/api/laws/3/articles?on=today&cursor=x',
  ]);
  expect(list).toMatchObject({ queryKey: ['articles'], staleTime: 7 });
  expect(list).not.toHaveProperty('query');
});
