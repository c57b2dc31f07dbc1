import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { decideQuestionPair, listQuestionPairs } from '#contract/questions/question-pairs.ts';
import { call } from '#web/lib/api.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const pairsQuery = pagesQuery(listQuestionPairs, schoolKeys.bank.pairs);

export const useDecidePair = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof decideQuestionPair>) => call(decideQuestionPair, { body }),
    onSettled: () => invalidate(schoolKeys.bank.all),
    onError: toastFailure('A decisão não foi guardada'),
  });
