import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { getRanking, setRankingPresence } from '#contract/exams/quiz-ranking.ts';
import { call } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const rankingQuery = (quizId: number, subjectId: number | undefined) =>
  queryOptions({
    queryKey: keys.quizzes.ranking(quizId, subjectId),
    queryFn: ({ signal }) => call(getRanking, { params: { id: quizId }, query: { subjectId }, signal }),
    // The page stays while another subject is read.
    placeholderData: keepPreviousData,
  });

/** In all rankings at once: results name the position, too. */
export const useRankingPresence = () =>
  useMutation({
    mutationFn: (isIn: boolean) => call(setRankingPresence, { body: { isIn } }),
    onSuccess: () => invalidate(keys.quizzes.all),
    onError: toastFailure('Não foi possível mudar'),
  });
