import { queryOptions, useMutation } from '@tanstack/react-query';
import { getSyllabus, listSyllabi, parseSyllabus, readSyllabusFile, saveSyllabus } from '#contract/content/syllabus.ts';
import type { BodyInput, ResponseOf } from '#contract/endpoint.ts';
import { call, upload } from '#web/lib/api.ts';
import { formOf } from '#web/lib/form-of.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

export const syllabusQuery = (examId: number) =>
  queryOptions({ queryKey: keys.syllabi.one(examId), queryFn: ({ signal }) => fetchSyllabus(examId, signal) });

/** The current version. */
export const fetchSyllabus = (examId: number, signal?: AbortSignal) =>
  call(getSyllabus, { params: { id: examId }, signal });

export const syllabiQuery = readQuery(listSyllabi, keys.syllabi.list, { query: {} });

/** Also of exams that were: the next one is often much the same. */
export const allSyllabiQuery = readQuery(listSyllabi, keys.syllabi.withPast, { query: { past: 'true' } });

/** New names are topics now, and maybe subjects. */
export const useSaveSyllabus = (examId: number) =>
  useMutation({
    mutationFn: (body: BodyInput<typeof saveSyllabus>) => call(saveSyllabus, { params: { id: examId }, body }),
    onSuccess: () => invalidate(keys.syllabi.all, keys.topics.all, keys.subjects),
  });

export const useParseSyllabus = () =>
  useMutation({ mutationFn: (text: string) => call(parseSyllabus, { body: { text } }) });

export const useReadSyllabusFile = () =>
  useMutation({
    mutationFn: (sent: { file: File; recognise: boolean }): Promise<ResponseOf<typeof readSyllabusFile>> =>
      upload(readSyllabusFile, formOf({ recognise: String(sent.recognise), file: sent.file })),
  });
