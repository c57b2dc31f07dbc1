import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BodyInput } from '#contract/endpoint.ts';
import { drawPaper, findPaperStudent, getPaper, printQuiz, typePaper } from '#contract/exams/quiz-paper.ts';
import { call } from '#web/lib/api.ts';
import { newKey } from '#web/lib/new-key.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';

export const printedQuizQuery = (id: number) => readQuery(printQuiz, schoolKeys.printedQuiz(id), { params: { id } });

export const paperQuery = (code: string) => readQuery(getPaper, schoolKeys.paper.one(code), { params: { code } });

/** Whose answers they are, before they are sent. */
export const paperStudentQuery = (code: string, login: string) =>
  readQuery(findPaperStudent, schoolKeys.paper.student(code, login), { params: { code }, query: { login } });

export const useTypePaper = (code: string) =>
  useMutation({ mutationFn: (body: BodyInput<typeof typePaper>) => call(typePaper, { params: { code }, body }) });

export const useDrawPaper = (id: number) => {
  // One key per page: a repeated click leads to the draw that the first has made.
  const [creationKey] = useState(newKey);
  return useMutation({
    mutationFn: () => call(drawPaper, { params: { id }, body: { creationKey } }),
    onSuccess: () => invalidate(schoolKeys.authoredQuizzes.list),
  });
};
