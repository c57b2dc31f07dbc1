import { useMutation } from '@tanstack/react-query';
import { removePasskey, removePassword, renamePasskey } from '#contract/people/passkeys.ts';
import { makePasskey } from '#web/features/people/passkeys/passkeys.ts';
import { call } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';

const onSettled = () => invalidate(keys.passkeys);

export const useAddPasskey = () => useMutation({ mutationFn: makePasskey, onSettled });

export const useRenamePasskey = () =>
  useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => call(renamePasskey, { params: { id }, body: { name } }),
    onSettled,
  });

export const useRemovePasskey = (id: string) =>
  useMutation({ mutationFn: () => call(removePasskey, { params: { id } }), onSettled });

export const useRemovePassword = () =>
  useMutation({
    mutationFn: (currentPassword: string) => call(removePassword, { body: { currentPassword } }),
    onSettled: () => invalidate(keys.passkeys, keys.sessions),
  });
