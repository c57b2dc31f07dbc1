import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import {
  askExamTime,
  type ExamTimeOfPerson,
  getExamTimeOf,
  getOwnExamTime,
  listExamTimeRequests,
  type OwnExamTime,
  refuseExamTime,
  removeExamTime,
  saveExamTime,
  withdrawExamTimeRequest,
} from '#contract/exams/exam-time.ts';
import { call, upload } from '#web/lib/api.ts';
import { formOf } from '#web/lib/form-of.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const ownExamTimeQuery = readQuery(getOwnExamTime, keys.examTime('own'));

export const examTimeOfQuery = (id: string) => readQuery(getExamTimeOf, keys.examTime('of', id), { params: { id } });

export const examTimeRequestsQuery = readQuery(listExamTimeRequests, keys.examTime('requests'));

const setOwn = (own: OwnExamTime) => queryClient.setQueryData(ownExamTimeQuery.queryKey, own);

export const useAskExamTime = () =>
  useMutation({
    mutationFn: ({ text, file }: { text: string; file: File | null }) =>
      upload(askExamTime, formOf({ text, file: file ?? undefined }), {}),
    onSuccess: (own) => {
      setOwn(own);
      toast({ title: 'Pedido enviado', description: 'A secretaria vai responder aqui nesta página.' });
    },
  });

export const useWithdrawRequest = () =>
  useMutation({
    mutationFn: () => call(withdrawExamTimeRequest),
    onSuccess: (own) => {
      setOwn(own);
      toast({ title: 'Pedido retirado' });
    },
    onError: toastFailure('Pedido não retirado'),
  });

const setOf = (id: string) => (known: ExamTimeOfPerson) => {
  queryClient.setQueryData(examTimeOfQuery(id).queryKey, known);
  invalidate(keys.examTime('requests'));
};

export const useSaveExamTime = (id: string) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof saveExamTime>) => call(saveExamTime, { params: { id }, body }),
    onSuccess: (known) => {
      setOf(id)(known);
      toast({ title: 'Direito guardado', description: 'Vale já para as provas abertas.' });
    },
  });

export const useRemoveExamTime = (id: string) =>
  useMutation({
    mutationFn: (revision: number) => call(removeExamTime, { params: { id }, query: { revision } }),
    onSuccess: (known) => {
      setOf(id)(known);
      toast({ title: 'Direito tirado', description: 'As provas já abertas ficam com o tempo que tinham.' });
    },
    onError: toastFailure('Direito não tirado'),
  });

export const useRefuseExamTime = () =>
  useMutation({
    mutationFn: ({ id, answer }: { id: number; answer: string }) =>
      call(refuseExamTime, { params: { id }, body: { answer } }),
    onSuccess: () => toast({ title: 'Pedido recusado', description: 'O aluno lê a resposta na página dele.' }),
    onSettled: () => invalidate(keys.examTime()),
  });
