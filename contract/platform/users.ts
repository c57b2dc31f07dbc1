import * as z from 'zod/mini';
import { id, instant, stored, text, userId } from '#contract/shapes.ts';

export const roles = ['student', 'teacher', 'secretary', 'admin'] as const;
export const role = z.enum(roles);
export type Role = z.output<typeof role>;

export const userStatuses = ['pending', 'active', 'blocked'] as const;
export const userStatus = z.enum(userStatuses);
export type UserStatus = z.output<typeof userStatus>;

export const user = z.object({
  id: userId,
  username: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  // An unknown role counts as a student, an unknown status as blocked.
  role: stored(role, 'student'),
  status: stored(userStatus, 'blocked'),
  createdAt: instant,
});
export type User = z.output<typeof user>;

/** Access is in force; ends within 30 days; has ended. */
export const accessStates = ['active', 'ending', 'ended'] as const;
/** Has an approved order; has sent a proof at some time, or was approved without one; neither. */
export const paymentStates = ['paid', 'proof', 'unpaid'] as const;
/** Studied in the last 7 days; not in the last 14. */
export const studyStates = ['week', 'stopped'] as const;

/** Entered or went on in the last 7 or 30 days; not in the last 30; never. */
export const seenStates = ['week', 'month', 'away', 'never'] as const;

/** Registered on the site; written in by the office, one by one or by a file. */
export const originStates = ['site', 'office'] as const;

export const userFilters = {
  status: z.optional(userStatus),
  search: z.optional(text(200)),
  role: z.optional(role),
  payment: z.optional(z.enum(paymentStates)),
  access: z.optional(z.enum(accessStates)),
  studied: z.optional(z.enum(studyStates)),
  seen: z.optional(z.enum(seenStates)),
  origin: z.optional(z.enum(originStates)),
  /** Registered on this day (America/Sao_Paulo) or later. */
  since: z.optional(z.iso.date('Informe uma data.')),
  /** Enrolled in this course. */
  courseId: z.optional(id),
};
export type UserFilters = z.output<z.ZodMiniObject<typeof userFilters>>;
