import { useMutation } from '@tanstack/react-query';
import type { ExamConduct } from '#contract/exams/exam-conduct.ts';
import { type ExamRules, getRules, saveRules } from '#contract/exams/exam-rules.ts';
import { call } from '#web/lib/api.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';

export const rulesQuery = (id: number) => readQuery(getRules, schoolKeys.quizRules(id), { params: { id }, gcTime: 0 });

/** Fetches the current rules after another author saved the quiz. */
export const fetchRules = (id: number) => queryClient.fetchQuery({ ...rulesQuery(id), staleTime: 0 });

export const useSaveRules = (id: number) =>
  useMutation({
    mutationFn: (body: { revision: number; rules: ExamRules | null; conduct: ExamConduct }) =>
      call(saveRules, { params: { id }, body }),
    onSuccess: (saved) => {
      toast({
        title: 'Regras salvas',
        description: saved.hasUnpublishedChanges ? 'Publique o simulado para que valham para os alunos.' : undefined,
      });
      queryClient.setQueryData(rulesQuery(id).queryKey, saved);
      // The editor initialises from the cache, so the outdated quiz is removed from it.
      queryClient.removeQueries({ queryKey: schoolKeys.authoredQuizzes.one(id) });
      return invalidate(schoolKeys.authoredQuizzes.all);
    },
  });
