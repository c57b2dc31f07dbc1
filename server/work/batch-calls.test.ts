import { expect, test } from 'vitest';
import { batchCalls } from './batch-calls.ts';

/** Work that ends when the test says so. */
function held() {
  const parts: {
    items: readonly string[];
    end: (results?: readonly string[]) => void;
    fail: (error: Error) => void;
  }[] = [];
  let tell: () => void = () => undefined;
  const work = (items: readonly string[]) =>
    new Promise<readonly string[]>((resolve, reject) => {
      parts.push({ items, end: (results = items.map((item) => `${item}!`)) => resolve(results), fail: reject });
      tell();
    });
  const nextPart = async (count: number) => {
    while (parts.length < count) {
      await new Promise<void>((resolve) => {
        tell = resolve;
      });
    }
    return parts[count - 1] as (typeof parts)[number];
  };
  return { work, parts, nextPart };
}

const keyOf = (item: string) => item.slice(0, 1);

test('calls of the same turn run as one batch, and each gets its own result', async () => {
  const { work, nextPart } = held();
  const run = batchCalls(work, { most: 10, keyOf });
  const results = ['a', 'b', 'c'].map(run);
  (await nextPart(1)).end();
  expect(await Promise.all(results)).toEqual(['a!', 'b!', 'c!']);
});

test('while one batch runs the next gathers; no call resolves before its batch is done', async () => {
  const { work, parts, nextPart } = held();
  const run = batchCalls(work, { most: 10, keyOf });
  let done = 0;
  const count = (result: string) => {
    done += 1;
    return result;
  };
  const first = run('a').then(count);
  const part = await nextPart(1);
  const later = ['b', 'c'].map((item) => run(item).then(count));
  expect(parts.map(({ items }) => items)).toEqual([['a']]);
  part.end();
  expect(await first).toBe('a!');
  expect((await nextPart(2)).items).toEqual(['b', 'c']);
  expect(done).toBe(1);
  parts[1]?.end();
  expect(await Promise.all(later)).toEqual(['b!', 'c!']);
});

test('two items with one key run one after the other, in order', async () => {
  const { work, nextPart } = held();
  const run = batchCalls(work, { most: 10, keyOf });
  const results = ['a1', 'b', 'a2', 'a3'].map(run);
  const order: (readonly string[])[] = [];
  for (const count of [1, 2, 3]) {
    const part = await nextPart(count);
    order.push(part.items);
    part.end();
  }
  expect(order).toEqual([['a1', 'b'], ['a2'], ['a3']]);
  expect(await Promise.all(results)).toEqual(['a1!', 'b!', 'a2!', 'a3!']);
});

test('a batch has a maximum size', async () => {
  const { work, nextPart } = held();
  const run = batchCalls(work, { most: 2, keyOf });
  const results = ['a', 'b', 'c'].map(run);
  const first = await nextPart(1);
  expect(first.items).toEqual(['a', 'b']);
  first.end();
  const second = await nextPart(2);
  expect(second.items).toEqual(['c']);
  second.end();
  expect(await Promise.all(results)).toHaveLength(3);
});

test('a failing batch rejects all its calls and no others', async () => {
  const { work, nextPart } = held();
  const run = batchCalls(work, { most: 2, keyOf });
  const results = ['a', 'b', 'c'].map(run);
  const settled = Promise.allSettled(results);
  (await nextPart(1)).fail(new Error('gone'));
  (await nextPart(2)).end();
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});

test('work that returns too few results rejects every call of its batch', async () => {
  const { work, nextPart } = held();
  const run = batchCalls(work, { most: 2, keyOf });
  const settled = Promise.allSettled(['a', 'b'].map(run));
  (await nextPart(1)).end(['only one']);
  expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});
