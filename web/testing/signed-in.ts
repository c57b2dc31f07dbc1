import type { User } from '#contract/platform/users.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { sessionQuery } from '#web/lib/session.ts';

/** Sets a current user, which components with drafts need. */
export function signedIn(role: User['role'] = 'student'): User {
  const user: User = {
    id: '00000000-0000-4000-8000-000000000001',
    username: 'ana',
    email: 'ana@exemplo.com.br',
    firstName: 'Ana',
    lastName: 'Lima',
    role,
    status: 'active',
    createdAt: '2026-11-15T12:00:00.000Z',
  };
  queryClient.setQueryData(sessionQuery.queryKey, user);
  return user;
}
