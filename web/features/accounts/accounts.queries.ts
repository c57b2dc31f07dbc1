import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import {
  deleteUser,
  forgotPassword,
  listUsers,
  login,
  register,
  resetPassword,
  setUserRole,
  setUserStatus,
  type UserStatus,
} from '../../../contract/accounts.ts';
import type { BodyInput } from '../../../contract/endpoint.ts';
import { call, callPage } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';

// A wrong password is a 401, too, and these screens tell of it themselves.
const meta = { handles401: true };

export const useLogin = () =>
  useMutation({ meta, mutationFn: (body: BodyInput<typeof login>) => call(login, { body }) });

export const useRegister = () =>
  useMutation({ meta, mutationFn: (body: BodyInput<typeof register>) => call(register, { body }) });

export const useForgotPassword = () =>
  useMutation({ meta, mutationFn: (email: string) => call(forgotPassword, { body: { email } }) });

export const useResetPassword = () =>
  useMutation({ meta, mutationFn: (body: BodyInput<typeof resetPassword>) => call(resetPassword, { body }) });

const usersKey = ['admin', 'users'];
const PAGE_SIZE = 20;

export type ListedUser = Awaited<ReturnType<typeof fetchUsers>>['items'][number];

const fetchUsers = (status: UserStatus, search: string, cursor: string | undefined, signal: AbortSignal) =>
  callPage(listUsers, { query: { status, search, limit: PAGE_SIZE, cursor }, signal });

export const usersQuery = (status: UserStatus, search: string) =>
  infiniteQueryOptions({
    queryKey: [...usersKey, status, search],
    queryFn: ({ pageParam, signal }) => fetchUsers(status, search, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
    // The old rows stay in view while the new search is on its way.
    placeholderData: (previous) => previous,
  });

/** Approving a student decides their payment, and removing one takes it away: both lists are stale then. */
const refresh = () =>
  Promise.all(
    [usersKey, ['admin', 'payments'], ['dashboard']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );

export const useSetStatus = () =>
  useMutation({
    meta,
    mutationFn: ({ id, status }: { id: string; status: UserStatus }) =>
      call(setUserStatus, { params: { id }, body: { status } }),
    onSettled: refresh,
  });

export const useSetRole = () =>
  useMutation({
    meta,
    mutationFn: ({ id, role }: { id: string; role: 'teacher' | 'admin' }) =>
      call(setUserRole, { params: { id }, body: { role } }),
    onSettled: refresh,
  });

export const useDeleteUser = () =>
  useMutation({ meta, mutationFn: (id: string) => call(deleteUser, { params: { id } }), onSettled: refresh });
