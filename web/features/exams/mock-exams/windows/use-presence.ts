import { useMutation } from '@tanstack/react-query';
import { confirmPresence, withdrawPresence } from '#contract/exams/quiz-windows.ts';
import { call } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const usePresence = (quizId: number) =>
  useMutation({
    mutationFn: (isComing: boolean) => call(isComing ? confirmPresence : withdrawPresence, { params: { id: quizId } }),
    onSuccess: () => invalidate(keys.quizzes.all),
    onError: toastFailure('Presença não confirmada'),
  });
