import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { userFilters } from '#contract/platform/users.ts';
import { id, instant, requiredText, userId } from '#contract/shapes.ts';

/* What the school tells many students at once, by bell and e-mail. */

export const ANNOUNCEMENT_TITLE_MAX = 120;
export const ANNOUNCEMENT_TEXT_MAX = 2000;
const PEOPLE_MAX = 100;

export const audiences = ['all', 'offer', 'course', 'exam', 'people'] as const;
export type Audience = (typeof audiences)[number];

/** Whom it is for: every student with an account, those of an offer or a course, followers of an exam, or these. */
const audience = z
  .object({
    kind: z.enum(audiences, 'Escolha para quem.'),
    /** The offer, course or exam. */
    id: z.optional(id),
    ids: z.optional(z.array(userId).check(z.minLength(1), z.maxLength(PEOPLE_MAX))),
    /** Instead of ids: the active students among whom the list of people would show, as they are now. */
    filters: z.optional(z.object(userFilters)),
  })
  .check(
    z.refine(
      ({ kind, id: one, ids, filters }) => kind === 'all' || (kind === 'people' ? (ids ?? filters) : one) !== undefined,
      {
        error: 'Escolha um.',
        path: ['id'],
      },
    ),
  );
export type AudienceWish = z.output<typeof audience>;

const words = {
  title: requiredText(ANNOUNCEMENT_TITLE_MAX, 'Escreva o título.'),
  text: requiredText(ANNOUNCEMENT_TEXT_MAX, 'Escreva a mensagem.'),
  audience,
};

const announcement = z.object({
  id,
  title: z.string(),
  text: z.string(),
  audience: z.enum(audiences),
  audienceName: z.nullable(z.string()),
  state: z.enum(['scheduled', 'sending', 'sent', 'cancelled']),
  sendAt: instant,
  /** How many have been told so far, and how many will be. */
  told: z.number(),
  total: z.number(),
  by: z.nullable(z.string()),
});
export type Announcement = z.output<typeof announcement>;

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/admin/announcements',
  access: 'office',
  summary: 'Announcements with how far each has gone, newest first, at most 50.',
  response: z.array(announcement),
});

export const previewAnnouncement = endpoint({
  method: 'POST',
  path: '/api/admin/announcements/preview',
  access: 'office',
  summary: 'How many an announcement would reach, how many of them by e-mail, and how the e-mail reads.',
  body: z.object(words),
  response: z.object({ recipients: z.number(), mailed: z.number(), html: z.string(), text: z.string() }),
});

export const sendAnnouncement = endpoint({
  method: 'POST',
  path: '/api/admin/announcements',
  access: 'office',
  errors: ['not_found'],
  summary: 'Tells them, now or at a time. The same creationKey is the same announcement.',
  body: z.object({
    ...words,
    sendAt: z.optional(z.iso.datetime('Informe data e hora em UTC.')),
    creationKey: z.uuid(),
  }),
  response: announcement,
});

export const cancelAnnouncement = endpoint({
  method: 'POST',
  path: '/api/admin/announcements/:id/cancel',
  access: 'office',
  errors: ['state_conflict'],
  summary: 'Takes back one that has not gone to everybody; who was told stays told.',
  response: announcement,
});

/** By the mail program itself (RFC 8058), or by a person. */
export const unsubscribe = endpoint({
  method: 'POST',
  path: '/api/unsubscribe/:token',
  access: 'public',
  summary: 'Ends the e-mails of announcements for whom the token names; again is the same.',
  params: z.object({ token: z.string().check(z.regex(/^[0-9a-f-]{36}\.[\w-]{43}$/)) }),
});
