import { useMutation } from '@tanstack/react-query';
import { getClassMap, getFadingTopics } from '#contract/study/class-map.ts';
import { getExamMap, getExpectedScore, getMapTopic } from '#contract/study/exam-map.ts';
import { startPractice } from '#contract/study/practice.ts';
import { call } from '#web/lib/api.ts';
import { newKey } from '#web/lib/new-key.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

export const mapQuery = (examId: number) => readQuery(getExamMap, keys.examMap.one(examId), { params: { id: examId } });

export const mapTopicQuery = (examId: number, topicId: number) =>
  readQuery(getMapTopic, keys.examMap.topic(examId, topicId), { params: { id: examId, topicId } });

export const scoreQuery = readQuery(getExpectedScore, keys.examMap.score);

export const classMapQuery = (courseId: number, examId: number | undefined) =>
  readQuery(getClassMap, keys.examMap.ofClass(courseId, examId), {
    params: { id: courseId },
    query: examId === undefined ? {} : { examId },
  });

export const fadingTopicsQuery = (courseId: number) =>
  readQuery(getFadingTopics, keys.examMap.fading(courseId), { params: { id: courseId } });

/** Questions of a topic and its subtopics. */
export const usePractiseTopic = () =>
  useMutation({
    mutationFn: ({ topicId, count }: { topicId: number; count: number }) =>
      call(startPractice, { body: { kind: 'free', topicId, count, creationKey: newKey() } }),
    onSuccess: () => invalidate(keys.practices.all),
    onError: toastFailure('Treino não iniciado'),
  });
