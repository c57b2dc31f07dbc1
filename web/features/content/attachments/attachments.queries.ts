import { useMutation } from '@tanstack/react-query';
import {
  attachToCourse,
  attachToLesson,
  changeAttachment,
  listCourseAttachments,
  listLessonAttachments,
  removeAttachment,
} from '#contract/content/attachments.ts';
import type { BodyInput } from '#contract/endpoint.ts';
import { call, upload } from '#web/lib/api.ts';
import { formOf } from '#web/lib/form-of.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

/** What the files belong to. */
export type AttachedTo = { kind: 'lesson' | 'course'; id: number };

export const attachmentsQuery = ({ kind, id }: AttachedTo) =>
  readQuery(kind === 'lesson' ? listLessonAttachments : listCourseAttachments, keys.attachments(kind, id), {
    params: { id },
  });

type Sent = { file: File; hasWatermark: boolean; onProgress: (share: number) => void };

export const useAttach = ({ kind, id }: AttachedTo) =>
  useMutation({
    // The fields come before the file, so that the server can refuse them before the upload ends.
    mutationFn: ({ file, hasWatermark, onProgress }: Sent) =>
      upload(
        kind === 'lesson' ? attachToLesson : attachToCourse,
        formOf({ name: file.name, watermark: String(hasWatermark), file }),
        { params: { id }, onProgress },
      ),
    onSuccess: () => invalidate(keys.attachments(kind, id)),
  });

export const useChangeAttachment = ({ kind, id }: AttachedTo) =>
  useMutation({
    mutationFn: ({ id: attachmentId, ...body }: BodyInput<typeof changeAttachment> & { id: number }) =>
      call(changeAttachment, { params: { id: attachmentId }, body }),
    onSuccess: () => invalidate(keys.attachments(kind, id)),
  });

export const useRemoveAttachment = ({ kind, id }: AttachedTo) =>
  useMutation({
    mutationFn: (attachmentId: number) => call(removeAttachment, { params: { id: attachmentId } }),
    onSuccess: () => invalidate(keys.attachments(kind, id)),
  });
