import { useMutation } from '@tanstack/react-query';
import {
  abandonRecordingUpload,
  changeRecording,
  listRecordings,
  listRecordingUploads,
  removeRecording,
} from '#contract/content/recordings.ts';
import { call, upload } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

export const recordingsQuery = (lessonId: number) =>
  readQuery(listRecordings, keys.recordings(lessonId, 'list'), { params: { id: lessonId } });

export const recordingUploadsQuery = (lessonId: number) =>
  readQuery(listRecordingUploads, keys.recordings(lessonId, 'uploads'), { params: { id: lessonId } });

export const useRenameRecording = (lessonId: number) =>
  useMutation({
    mutationFn: ({ id, title }: { id: number; title: string }) =>
      call(changeRecording, { params: { id }, body: { title } }),
    onSuccess: () => invalidate(keys.recordings(lessonId)),
  });

export const useRemoveRecording = (lessonId: number) =>
  useMutation({
    mutationFn: (id: number) => call(removeRecording, { params: { id } }),
    onSuccess: () => invalidate(keys.recordings(lessonId)),
  });

export const useAbandonUpload = (lessonId: number) =>
  useMutation({
    mutationFn: (id: string) => upload(abandonRecordingUpload, new Blob(), { params: { id } }),
    onSettled: () => invalidate(keys.recordings(lessonId)),
  });
