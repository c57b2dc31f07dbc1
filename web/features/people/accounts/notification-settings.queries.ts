import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import {
  chooseNotifications,
  choosePreset,
  listNotificationChoices,
  type NotificationKind,
  type NotificationPreset,
} from '#contract/platform/notifications.ts';
import { getReviewReminder, setReviewReminder } from '#contract/study/review.ts';
import { choosePushKinds } from '#web/features/platform/push/push-device.ts';
import { toastPushFailure } from '#web/features/platform/push/push-words.ts';
import { call, textOf } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { toast } from '#web/ui/toast.ts';

export const notificationChoicesQuery = readQuery(listNotificationChoices, keys.notificationChoices);

export const reviewReminderQuery = readQuery(getReviewReminder, keys.reviewReminder);

const showFailure = (error: unknown) =>
  toast({ title: 'Não foi possível salvar', description: textOf(error), tone: 'bad' });

export const useChooseNotifications = () =>
  useMutation({
    mutationFn: (body: BodyInput<typeof chooseNotifications>) => call(chooseNotifications, { body }),
    onSuccess: (choices) => queryClient.setQueryData(notificationChoicesQuery.queryKey, choices),
    onError: showFailure,
  });

export const useChoosePreset = () =>
  useMutation({
    mutationFn: (preset: NotificationPreset) => call(choosePreset, { body: { preset } }),
    onSuccess: (choices) => queryClient.setQueryData(notificationChoicesQuery.queryKey, choices),
    onError: showFailure,
  });

/** For the first one the browser asks for its permission. */
export const useChoosePushKinds = (userId: string) =>
  useMutation({
    mutationFn: (kinds: readonly NotificationKind[]) => choosePushKinds(userId, kinds),
    onError: toastPushFailure,
  });

export const useSetReviewReminder = () =>
  useMutation({
    mutationFn: (hour: number | null) => call(setReviewReminder, { body: { hour } }),
    onSuccess: (reminder) => queryClient.setQueryData(reviewReminderQuery.queryKey, reminder),
    onError: showFailure,
  });
