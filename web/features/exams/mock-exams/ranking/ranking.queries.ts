import { keepPreviousData, useMutation } from '@tanstack/react-query';
import { getRanking, setRankingPresence } from '#contract/exams/quiz-ranking.ts';
import { call } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const rankingQuery = (quizId: number, subjectId: number | undefined) =>
  readQuery(getRanking, keys.quizzes.ranking(quizId, subjectId), {
    params: { id: quizId },
    query: { subjectId },
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
