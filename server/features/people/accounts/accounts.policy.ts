import type { Role, UserStatus } from '#contract/platform/users.ts';

/** What an administrator may make of a user's status. */
export function statusChange(from: UserStatus, to: UserStatus): 'change' | 'same' | 'refused' {
  if (from === to) return 'same';
  const allowed: Record<UserStatus, UserStatus> = { pending: 'active', active: 'blocked', blocked: 'active' };
  return allowed[from] === to ? 'change' : 'refused';
}

/** Roles move among teacher, secretary and admin only; a student stays a student. */
export function roleChange(from: Role, to: Role): 'change' | 'same' | 'refused' {
  if (from === to) return 'same';
  return from !== 'student' && to !== 'student' ? 'change' : 'refused';
}

/** Why a user with the right password may not enter yet. */
export function entryRefusal(user: { role: Role; status: UserStatus }) {
  if (user.status === 'active') return null;
  if (user.status === 'blocked') return 'blocked';
  return user.role === 'student' ? 'payment_required' : 'awaiting_approval';
}

/** A secretary decides on students and teachers; on those who run the school only an administrator does. */
export const mayDecideOn = (actor: { role: Role }, user: { role: Role }): boolean =>
  actor.role === 'admin' || user.role === 'student' || user.role === 'teacher';
