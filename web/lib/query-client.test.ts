import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { invalidate, queryClient } from './query-client.ts';
import { keys } from './query-keys.ts';

afterEach(() => queryClient.clear());

/** As a list that is being read for the first time while a file is sent: its answer is from before the change. */
it('a query that was loading during a change is refetched, also on its first load', async () => {
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let asked = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: keys.media.all,
    queryFn: () => {
      asked += 1;
      return answers[asked - 1]?.promise ?? Promise.reject(new Error('asked too often'));
    },
  });
  const stop = observer.subscribe(() => undefined);
  const done = invalidate(keys.media.all);
  answers[0]?.resolve('before');
  answers[1]?.resolve('after');
  await done;
  expect([asked, observer.getCurrentResult().data]).toEqual([2, 'after']);
  stop();
});

it('a loaded query is refetched once when it is invalidated', async () => {
  let asked = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: keys.media.all,
    queryFn: async () => {
      asked += 1;
      return asked;
    },
    initialData: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const stop = observer.subscribe(() => undefined);
  await invalidate(keys.media.all);
  expect(asked).toBe(1);
  stop();
});
