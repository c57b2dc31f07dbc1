import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { logout } from '#contract/people/accounts.ts';
import type { User } from '#contract/platform/users.ts';
import { call } from '#web/lib/api.ts';
import { noteLogout } from '#web/lib/ended-session.ts';
import { paths } from '#web/lib/paths.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { sessionQuery } from '#web/lib/session.ts';
import { toast } from '#web/ui/toast.ts';

/** Fetched soon after the first screen (use-behind-screen.ts), so that it is loaded when the user logs out. */
const localData = () => import('#web/lib/local-data.ts');

const showFailure = () =>
  toast({ title: 'Erro no logout', description: 'Ocorreu um erro ao fazer logout.', tone: 'bad' });

/** Ends the session here. `ask` is called instead while this browser has unsent work. */
export function useLogout(user: User, ask: () => void) {
  const [, navigate] = useLocation();
  const mutation = useMutation({
    mutationKey: keys.logout,
    meta: { endsSession: true },
    mutationFn: () => call(logout),
    onSuccess: async () => {
      noteLogout();
      await (await localData()).clearLocalData(user.id);
      navigate(paths.login);
      queryClient.setQueryData(sessionQuery.queryKey, null);
      // Data of this user must not be shown to the next one.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
      toast({ title: 'Logout realizado' });
    },
    onError: showFailure,
  });
  return {
    isPending: mutation.isPending,
    leave: () => mutation.mutate(),
    leaveOrAsk: () =>
      localData()
        .then(({ hasUnsent }) => hasUnsent(user.id))
        .then((isUnsent) => (isUnsent ? ask() : mutation.mutate()))
        .catch(showFailure),
  };
}
