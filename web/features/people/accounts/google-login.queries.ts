import { useMutation } from '@tanstack/react-query';
import { beginGoogleLogin, finishGoogleLogin } from '#contract/people/google.ts';
import { call } from '#web/lib/api.ts';

export const useBeginGoogleLogin = () => useMutation({ mutationFn: () => call(beginGoogleLogin) });

export const useFinishGoogleLogin = () => useMutation({ mutationFn: () => call(finishGoogleLogin) });
