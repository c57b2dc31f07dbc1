import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { getBankQuestion } from '#contract/questions/question-bank.ts';
import { decideReports, listReportedQuestions } from '#contract/study/question-reports.ts';
import { call } from '#web/lib/api.ts';
import { plural } from '#web/lib/format.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const reportedQuery = pagesQuery(listReportedQuestions, schoolKeys.bank.reported);

/** The current version of the question in the bank. */
export const reportedContentQuery = (id: number) =>
  readQuery(getBankQuestion, schoolKeys.bank.one(id), { params: { id } });

export const useDecideReports = (questionId: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof decideReports>) => call(decideReports, { params: { id: questionId }, body }),
    onSuccess: ({ decided }) => {
      toast({ title: 'Decisão registrada', description: `${plural(decided, 'aluno avisado', 'alunos avisados')}.` });
      return invalidate(schoolKeys.bank.reported, keys.dashboard.admin);
    },
    onError: toastFailure('Decisão não registrada'),
  });
