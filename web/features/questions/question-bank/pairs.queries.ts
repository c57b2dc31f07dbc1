import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { decideQuestionPair, listQuestionPairs } from '#contract/questions/question-pairs.ts';
import { call, callPage } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const pairsQuery = infiniteQueryOptions({
  queryKey: keys.bank.pairs,
  queryFn: ({ pageParam, signal }) => callPage(listQuestionPairs, { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next ?? undefined,
});

export const useDecidePair = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof decideQuestionPair>) => call(decideQuestionPair, { body }),
    onSettled: () => invalidate(keys.bank.all),
    onError: toastFailure('A decisão não foi guardada'),
  });
