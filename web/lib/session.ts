import { queryOptions, useQuery } from '@tanstack/react-query';
import { type CurrentUser, getCurrentUser } from '#contract/people/accounts.ts';
import type { User } from '#contract/platform/users.ts';
import { call, endReasonOf, isSignedOut } from './api.ts';
import { noteWhyEnded } from './ended-session.ts';
import { entryKeys } from './entry-keys.ts';
import { neverStale } from './query-client.ts';

/** The current user, read once; null after a 401. */
export const sessionQuery = queryOptions({
  queryKey: entryKeys.session,
  ...neverStale,
  meta: { handles401: true },
  queryFn: async ({ signal }): Promise<CurrentUser | null> => {
    try {
      return await call(getCurrentUser, { signal });
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      const because = endReasonOf(error);
      if (because) noteWhyEnded(because);
      return null;
    }
  },
});

export const useSession = () => useQuery(sessionQuery);

/** The logged-in user. Only for screens that the router shows to users. */
export function useUser(): User {
  const { data } = useSession();
  if (!data) throw new Error('This screen needs a logged-in user.');
  return data;
}

export const isAuthor = (user: Pick<User, 'role'>) => user.role === 'teacher' || user.role === 'admin';
/** Who may handle payments and people: a secretary or an administrator. */
export const isOffice = (user: Pick<User, 'role'>) => user.role === 'secretary' || user.role === 'admin';
export const isAdmin = (user: Pick<User, 'role'>) => user.role === 'admin';

/** The first name, or the e-mail address before the @. */
export const greetingName = (user: Pick<User, 'firstName' | 'email'>) =>
  user.firstName || (user.email.split('@')[0] ?? '');
