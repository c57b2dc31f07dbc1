import { useMutation } from '@tanstack/react-query';
import { beginGoogleLink, finishGoogleLink, getGoogleLink, removeGoogleLink } from '#contract/people/google.ts';
import { call } from '#web/lib/api.ts';
import { invalidate } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

export const googleLinkQuery = readQuery(getGoogleLink, keys.google);

const onSettled = () => invalidate(keys.google);

export const useBeginGoogleLink = () => useMutation({ mutationFn: () => call(beginGoogleLink) });
export const useFinishGoogleLink = () => useMutation({ mutationFn: () => call(finishGoogleLink), onSettled });
export const useRemoveGoogleLink = () => useMutation({ mutationFn: () => call(removeGoogleLink), onSettled });
