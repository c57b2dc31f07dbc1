import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { decideQuestionPair, listQuestionPairs } from '#contract/questions/question-pairs.ts';
import { call } from '#web/lib/api.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const pairsQuery = pagesQuery(listQuestionPairs, keys.bank.pairs);

export const useDecidePair = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof decideQuestionPair>) => call(decideQuestionPair, { body }),
    onSettled: () => invalidate(keys.bank.all),
    onError: toastFailure('A decisão não foi guardada'),
  });
