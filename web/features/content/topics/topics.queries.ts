import { useMutation } from '@tanstack/react-query';
import { changeTopic, createTopic, deleteTopic, mergeTopic } from '#contract/content/topics.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { call } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';

/** Everything that names topics. */
const refresh = () =>
  void invalidate(keys.topics.all, schoolKeys.bank.all, keys.lessons.all, keys.subjects, keys.practices.all);

export const useCreateTopic = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof createTopic>) => call(createTopic, { body }),
    onSettled: refresh,
  });

export const useChangeTopic = () =>
  useMutation({
    mutationFn: ({ id, ...body }: { id: number } & BodyInput<typeof changeTopic>) =>
      call(changeTopic, { params: { id }, body }),
    onSettled: refresh,
  });

export const useMergeTopic = () =>
  useMutation({
    mutationFn: ({ id, into }: { id: number; into: number }) => call(mergeTopic, { params: { id }, body: { into } }),
    onSettled: refresh,
  });

export const useDeleteTopic = () =>
  useMutation({
    mutationFn: (id: number) => call(deleteTopic, { params: { id } }),
    onSettled: refresh,
  });
