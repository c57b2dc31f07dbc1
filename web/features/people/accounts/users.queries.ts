import { queryOptions, useMutation } from '@tanstack/react-query';
import { listCourses } from '#contract/content/course-list.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { deleteUser, listUsers, setUserRole, setUserStatus } from '#contract/people/accounts.ts';
import type { Role, UserFilters, UserStatus } from '#contract/platform/users.ts';
import { call, callPage, isRefused, isSignedOut, textOf } from '#web/lib/api.ts';
import { keepRows, pagesQuery } from '#web/lib/pages-query.ts';
import { invalidate, neverStale } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';

// A missing session and a missing right have specific messages here.
const meta = { handles401: true };

const PAGE_SIZE = 20;

export type ListedUser = ResponseOf<typeof listUsers>[number];

export const usersQuery = (filters: UserFilters) =>
  pagesQuery(listUsers, schoolKeys.users.list(filters), {
    query: { ...filters, limit: PAGE_SIZE },
    ...keepRows,
    ...neverStale,
  });

/** The school's courses, to choose one from. */
export const courseChoicesQuery = queryOptions({
  queryKey: schoolKeys.users.courses,
  queryFn: async ({ signal }) => (await callPage(listCourses, { query: {}, signal })).items,
});

/** Approving a student decides their payment, and removing one takes it away: both lists are stale then. */
const refresh = () => invalidate(schoolKeys.users.all, schoolKeys.payments.all, keys.dashboard.all);

type Action = typeof setUserStatus | typeof setUserRole | typeof deleteUser;

/** A missing session and a missing right have specific messages; a conflict names its cause. */
function reportFailure(error: Error, title: string, fallback: string): void {
  if (isRefused<Action>(error, 'fresh_proof_required')) {
    toast({ title: 'Nada foi mudado', description: error.text });
    return;
  }
  if (isSignedOut(error) || isRefused<Action>(error, 'forbidden', 'cross_site')) {
    toast({ title: 'Acesso negado', description: 'Você não tem permissão para esta ação.', tone: 'bad' });
    return;
  }
  const told = isRefused<Action>(error, 'state_conflict', 'last_admin', 'own_account');
  toast({ title, description: told ? textOf(error) : fallback, tone: 'bad' });
}

// Handled here and not at `mutate`: the row is unmounted by the time the response arrives.
const updateFailed = (error: Error) =>
  reportFailure(error, 'Erro ao atualizar', 'Não foi possível atualizar o status do usuário.');

export const useSetStatus = () =>
  useMutation({
    meta,
    mutationFn: ({ id, status }: { id: string; status: UserStatus }) =>
      call(setUserStatus, { params: { id }, body: { status, checkProof: true } }),
    onSuccess: (_, { id, status }) => {
      if (status !== 'blocked') return toast({ title: 'Status atualizado' });
      // Applied at once, without a question; the toast offers to undo it.
      toast({
        title: 'Status atualizado',
        description: 'A conta foi bloqueada e saiu de todos os aparelhos.',
        action: { label: 'Desfazer', onPress: () => void unblock(id) },
        duration: 10_000,
      });
    },
    onError: updateFailed,
    onSettled: refresh,
  });

async function unblock(id: string): Promise<void> {
  try {
    await call(setUserStatus, { params: { id }, body: { status: 'active' } });
    toast({ title: 'Bloqueio desfeito' });
  } catch (error) {
    updateFailed(error as Error);
  }
  await refresh();
}

export const useSetRole = () =>
  useMutation({
    meta,
    mutationFn: ({ id, role }: { id: string; role: Exclude<Role, 'student'> }) =>
      call(setUserRole, { params: { id }, body: { role } }),
    onSuccess: () => toast({ title: 'Papel atualizado' }),
    onError: updateFailed,
    onSettled: refresh,
  });

export const useDeleteUser = () =>
  useMutation({
    meta,
    mutationFn: (id: string) => call(deleteUser, { params: { id } }),
    onSuccess: () => toast({ title: 'Usuário removido' }),
    onError: (error) => reportFailure(error, 'Erro ao remover', 'Não foi possível remover o usuário.'),
    onSettled: refresh,
  });
