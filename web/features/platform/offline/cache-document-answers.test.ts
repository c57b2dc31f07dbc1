import { afterEach, expect, test, vi } from 'vitest';
import { readCache } from '#web/lib/cache-names.ts';
import type { Key } from '#web/lib/entry-keys.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { cacheDocumentAnswers } from './cache-document-answers.ts';
import { ANA, fakeDevice } from './testing/fake-device.ts';

afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

test('a law that the document carried is among the copies under the addresses of its calls, page by page', async () => {
  const here = await fakeDevice();
  // As the keys of a document come: undefined became null.
  const carried: [key: Key, data: unknown][] = [
    [keys.laws('one', 3, null), { id: 3 }],
    [keys.laws('article', 3, 'art5', 'today'), { id: 'art5' }],
    [keys.laws('text', 3, null), ['texto']],
    [keys.laws('read', 3), ['art1']],
    [keys.laws('questions', 3, 'art5'), { questions: [] }],
    [
      keys.laws('articles', 3, null),
      {
        pages: [
          { items: ['art1'], total: 0, next: 'b' },
          { items: ['art2'], total: 0, next: null },
        ],
        pageParams: [null, 'b'],
      },
    ],
    [keys.essays.of('theme', 9), { id: 9 }],
  ];
  for (const [key, data] of carried) queryClient.setQueryData<unknown>(key, data);
  await cacheDocumentAnswers(ANA);
  const cache = await here.caches.open(readCache(ANA));
  const bodyOf = async (address: string) => (await cache.match(address))?.json();
  expect(await bodyOf('/api/laws/3')).toEqual({ id: 3 });
  expect(await bodyOf('/api/laws/3/articles/art5?on=today')).toEqual({ id: 'art5' });
  expect(await bodyOf('/api/laws/3/text')).toEqual(['texto']);
  expect(await bodyOf('/api/laws/3/read-articles')).toEqual(['art1']);
  expect(await bodyOf('/api/laws/3/articles/art5/questions')).toBeUndefined();
  expect(await bodyOf('/api/laws/3/articles?cursor=b')).toEqual(['art2']);
  const first = await cache.match('/api/laws/3/articles');
  expect([await first?.json(), first?.headers.get('link')]).toEqual([
    ['art1'],
    '</api/laws/3/articles?cursor=b>; rel="next"',
  ]);
  expect(await bodyOf('/api/essay-themes/9')).toEqual({ id: 9 });
});
