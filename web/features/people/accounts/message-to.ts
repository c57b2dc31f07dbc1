import type { UserFilters } from '#contract/platform/users.ts';

/** Handed from the list of people to the form of announcements, in the history's entry and not in the address. */
export type MessageTo = { ids: string[] } | { filters: UserFilters };

/** The history state may be from another release or another screen. */
export function readMessageTo(state: unknown): MessageTo | null {
  if (typeof state !== 'object' || state === null || !('messageTo' in state)) return null;
  const { messageTo } = state as { messageTo?: Partial<Record<'ids' | 'filters', unknown>> };
  if (Array.isArray(messageTo?.ids)) return { ids: messageTo.ids.map(String) };
  return messageTo?.filters ? { filters: messageTo.filters as UserFilters } : null;
}
