import { queryOptions, useMutation } from '@tanstack/react-query';
import { getClassMap, getFadingTopics } from '#contract/study/class-map.ts';
import { getExamMap, getExpectedScore, getMapTopic } from '#contract/study/exam-map.ts';
import { startPractice } from '#contract/study/practice.ts';
import { call } from '#web/lib/api.ts';
import { newKey } from '#web/lib/new-key.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const mapQuery = (examId: number) =>
  queryOptions({
    queryKey: keys.examMap.one(examId),
    queryFn: ({ signal }) => call(getExamMap, { params: { id: examId }, signal }),
  });

export const mapTopicQuery = (examId: number, topicId: number) =>
  queryOptions({
    queryKey: keys.examMap.topic(examId, topicId),
    queryFn: ({ signal }) => call(getMapTopic, { params: { id: examId, topicId }, signal }),
  });

export const scoreQuery = queryOptions({
  queryKey: keys.examMap.score,
  queryFn: ({ signal }) => call(getExpectedScore, { signal }),
});

export const classMapQuery = (courseId: number, examId: number | undefined) =>
  queryOptions({
    queryKey: keys.examMap.ofClass(courseId, examId),
    queryFn: ({ signal }) =>
      call(getClassMap, { params: { id: courseId }, query: examId === undefined ? {} : { examId }, signal }),
  });

export const fadingTopicsQuery = (courseId: number) =>
  queryOptions({
    queryKey: keys.examMap.fading(courseId),
    queryFn: ({ signal }) => call(getFadingTopics, { params: { id: courseId }, signal }),
  });

/** Questions of a topic and its subtopics. */
export const usePractiseTopic = () =>
  useMutation({
    mutationFn: ({ topicId, count }: { topicId: number; count: number }) =>
      call(startPractice, { body: { kind: 'free', topicId, count, creationKey: newKey() } }),
    onSuccess: () => invalidate(keys.practices.all),
    onError: toastFailure('Treino não iniciado'),
  });
