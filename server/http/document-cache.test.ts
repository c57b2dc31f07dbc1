import { expect, test } from 'vitest';
import { type CachedDocument, documentCache } from './document-cache.ts';

const documentOf = (bytes: number, answer = ''): CachedDocument => ({
  shell: '',
  school: '',
  minute: 0,
  answers: new Map([['/api/x', { status: 200, body: answer, headers: [] }]]),
  ready: { etag: '', encoding: 'br', bytes: Buffer.alloc(bytes) },
});

test('the oldest unread entry is evicted first, by the size of documents and their answers', () => {
  const kept = documentCache(50_000);
  for (const place of ['a', 'b', 'c']) kept.set(place, documentOf(5000, 'x'.repeat(5000)));
  expect(kept.bytes).toBeGreaterThan(30_000);
  kept.get('a');
  for (const place of ['d', 'e']) kept.set(place, documentOf(10_000));
  expect(['a', 'b', 'c', 'd', 'e'].map((place) => kept.get(place) !== undefined)).toEqual([
    true,
    false,
    true,
    true,
    true,
  ]);
  expect(kept.bytes).toBeLessThanOrEqual(50_000);
});

test('a replaced entry is counted once, and one that would evict all others is not stored', () => {
  const kept = documentCache(50_000);
  for (const bytes of [5000, 6000]) kept.set('a', documentOf(bytes));
  expect(kept.bytes).toBeLessThan(8000);
  kept.set('b', documentOf(20_000));
  expect(kept.get('b')).toBeUndefined();
  kept.forget('a');
  expect([kept.get('a'), kept.bytes]).toEqual([undefined, 0]);
});
