import { useMutation } from '@tanstack/react-query';
import {
  type AdminExam,
  createExam,
  deleteExam,
  type Exam,
  followExam,
  getExamForAdmin,
  listExams,
  listExamsForAdmin,
  unfollowExam,
  updateExam,
} from '#contract/content/contests.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { call, textOf } from '#web/lib/api.ts';
import { pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';

const PAGE_SIZE = 50;

export const examsQuery = readQuery(listExams, keys.exams.upcoming);

export const adminExamsQuery = pagesQuery(listExamsForAdmin, keys.exams.admin, { query: { limit: PAGE_SIZE } });

/** The exam decides how far the plan reaches. */
const refresh = () => invalidate(keys.exams.all, keys.dashboard.all);

export const useFollowExam = () =>
  useMutation({
    mutationFn: (exam: Exam) => call(exam.followed ? unfollowExam : followExam, { params: { id: exam.id } }),
    onError: (error) => toast({ title: 'Não foi possível salvar', description: textOf(error), tone: 'bad' }),
    onSettled: refresh,
  });

/** The current version of an exam: the cached list may be older. */
export const fetchExam = (id: number) => call(getExamForAdmin, { params: { id } });

type ExamSave = { body: BodyInput<typeof createExam>; version: number | null };

export const useSaveExam = (id: number | null) =>
  useMutation({
    mutationFn: ({ body: { creationKey, ...fields }, version }: ExamSave): Promise<AdminExam> =>
      id === null
        ? call(createExam, { body: { ...fields, creationKey } })
        : call(updateExam, { params: { id }, body: { ...fields, link: fields.link ?? null, version: version ?? 0 } }),
    onSuccess: refresh,
  });

export const useDeleteExam = () =>
  useMutation({
    mutationFn: (id: number) => call(deleteExam, { params: { id } }),
    onSuccess: () => toast({ title: 'Prova excluída' }),
    onError: (error) => toast({ title: 'Não foi possível excluir', description: textOf(error), tone: 'bad' }),
    onSettled: refresh,
  });
