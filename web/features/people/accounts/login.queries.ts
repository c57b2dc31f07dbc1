import { useMutation } from '@tanstack/react-query';
import type { BodyInput } from '#contract/endpoint.ts';
import { login } from '#contract/people/accounts.ts';
import { call } from '#web/lib/api.ts';

export const useLogin = () =>
  useMutation({
    // A wrong password is a 401 as well, and the screen shows it itself.
    meta: { handles401: true },
    mutationFn: (body: BodyInput<typeof login>) => call(login, { body }),
  });
