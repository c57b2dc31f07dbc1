import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { NOTIFICATIONS_PAGE, NOTIFICATIONS_PAGE_MAX } from '#contract/limits.ts';
import { id, instant, stored, text } from '#contract/shapes.ts';
import type { Role } from './users.ts';

export const notificationKinds = [
  'payment_decided',
  'teacher_approved',
  'new_content',
  'result_corrected',
  'exam_near',
  'certificate',
  'new_proof',
  'new_teacher',
  'access_ending',
  'refund_asked',
  'announcement',
  'quiz_window',
  'report_decided',
  'doubt_answered',
  'lesson_held_back',
  'review_waiting',
  'price_changed',
  'essay_returned',
  'comment_replied',
  'exam_time_decided',
  'law_changed',
] as const;
export const notificationKind = z.enum(notificationKinds);
export type NotificationKind = z.output<typeof notificationKind>;

type KindRule = {
  /** `office`: secretaries and administrators. */
  for: Exclude<Role, 'secretary' | 'admin'> | 'office';
  /** `always`: a separate mail that cannot be switched off, because it contains what the person waits for. */
  email: 'always' | 'unless refused' | 'when wanted';
  /** It can go to a device, and says there what a locked screen may show. */
  push?: true;
};

/** Whom each kind is for, and what holds until the person chooses otherwise. In the app everything shows. */
export const kindRules: Record<NotificationKind, KindRule> = {
  payment_decided: { for: 'student', email: 'always', push: true },
  teacher_approved: { for: 'teacher', email: 'always' },
  new_content: { for: 'student', email: 'when wanted' },
  result_corrected: { for: 'student', email: 'unless refused' },
  exam_near: { for: 'student', email: 'unless refused' },
  certificate: { for: 'student', email: 'unless refused' },
  new_proof: { for: 'office', email: 'unless refused' },
  new_teacher: { for: 'office', email: 'unless refused' },
  access_ending: { for: 'student', email: 'unless refused' },
  refund_asked: { for: 'office', email: 'unless refused' },
  announcement: { for: 'student', email: 'unless refused' },
  quiz_window: { for: 'student', email: 'unless refused', push: true },
  report_decided: { for: 'student', email: 'when wanted' },
  doubt_answered: { for: 'student', email: 'unless refused' },
  lesson_held_back: { for: 'teacher', email: 'unless refused' },
  review_waiting: { for: 'student', email: 'when wanted', push: true },
  price_changed: { for: 'office', email: 'unless refused' },
  essay_returned: { for: 'student', email: 'unless refused' },
  comment_replied: { for: 'student', email: 'when wanted' },
  exam_time_decided: { for: 'student', email: 'unless refused' },
  law_changed: { for: 'student', email: 'when wanted' },
};

/**
 * All kinds chosen at once. `usual`: what holds until the person chooses. `essential`: everything in the app, and by
 * e-mail only what cannot be switched off.
 */
const notificationPreset = z.enum(['usual', 'essential']);
export type NotificationPreset = z.output<typeof notificationPreset>;

export const presetChoice = (kind: NotificationKind, preset: NotificationPreset) => ({
  inApp: true,
  email: kindRules[kind].email === 'always' || (preset === 'usual' && kindRules[kind].email === 'unless refused'),
});

export const pushKinds: readonly NotificationKind[] = notificationKinds.filter((kind) => kindRules[kind].push);

export const isKindFor = (kind: NotificationKind, role: Role): boolean =>
  kindRules[kind].for === (role === 'secretary' || role === 'admin' ? 'office' : role);

export const notification = z.object({
  id,
  // Title, text and path come along: the kind only chooses the picture beside them.
  kind: stored(notificationKind, 'new_content'),
  title: z.string(),
  text: z.string(),
  /** A path of the app. */
  path: z.string(),
  createdAt: instant,
  readAt: z.nullable(instant),
});
export type Notification = z.output<typeof notification>;

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  access: 'signedIn',
  summary: "The caller's notifications, newest first.",
  query: z.object({
    limit: z._default(
      z.coerce.number<string | number>().check(z.int(), z.gte(1), z.lte(NOTIFICATIONS_PAGE_MAX)),
      NOTIFICATIONS_PAGE,
    ),
    cursor: z.optional(text(200)),
  }),
  response: z.array(notification),
});

export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  access: 'signedIn',
  summary: 'How many notifications are unread; counted up to 100.',
  response: z.object({ unread: z.number() }),
});

export const readNotification = endpoint({
  method: 'POST',
  path: '/api/notifications/:id/read',
  access: 'signedIn',
  summary: 'Marks one notification as read; again is the same.',
});

export const readAllNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read',
  access: 'signedIn',
  summary: 'Marks all notifications as read, or those up to a moment, so that none that came meanwhile is missed.',
  body: z.object({ until: z.optional(z.iso.datetime('Informe data e hora em UTC.')) }),
});

export const notificationChoice = z.object({
  kind: notificationKind,
  inApp: z.boolean(),
  email: z.boolean(),
  /** The e-mail of this kind cannot be switched off. */
  emailAlways: z.boolean(),
});
export type NotificationChoice = z.output<typeof notificationChoice>;

export const listNotificationChoices = endpoint({
  method: 'GET',
  path: '/api/notification-choices',
  access: 'signedIn',
  summary: "How the caller wants to hear of each kind that exists for the caller's role.",
  response: z.array(notificationChoice),
});

export const chooseNotifications = endpoint({
  method: 'PATCH',
  path: '/api/notification-choices',
  access: 'signedIn',
  summary: 'Chooses for one kind: in the app, by e-mail; what is left out stays.',
  body: z.object({
    kind: notificationKind,
    inApp: z.optional(z.boolean()),
    email: z.optional(z.boolean()),
  }),
  response: z.array(notificationChoice),
});

export const choosePreset = endpoint({
  method: 'PUT',
  path: '/api/notification-choices',
  access: 'signedIn',
  summary: "Chooses for every kind of the caller's role at once, by a preset; again is the same.",
  body: z.object({ preset: notificationPreset }),
  response: z.array(notificationChoice),
});
