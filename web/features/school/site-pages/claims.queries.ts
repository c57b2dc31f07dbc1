import { useMutation } from '@tanstack/react-query';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  confirmClaim,
  editClaim,
  type LandingClaim,
  type LandingClaims,
  listClaims,
  removeClaim,
  showCount,
} from '#contract/school/claims.ts';
import type { CountedThing } from '#contract/school/site-content.ts';
import { saveSitePage } from '#contract/school/site-pages.ts';
import { call } from '#web/lib/api.ts';
import { invalidate, queryClient } from '#web/lib/query-client.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toast } from '#web/ui/toast.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';
import { fetchPage } from './site-pages.queries.ts';

export const claimsQuery = readQuery(listClaims, schoolKeys.sitePages.claims);

/** Decisions change the draft and the pending tasks of the home. */
const taken = (claims: LandingClaims) => {
  queryClient.setQueryData(claimsQuery.queryKey, claims);
  return Promise.all([invalidate(schoolKeys.sitePages.one('landing')), invalidate(keys.dashboard.admin)]);
};

export const useConfirmClaim = () =>
  useMutation({
    mutationFn: ({ id, statements, source }: { id: string } & BodyOf<typeof confirmClaim>) =>
      call(confirmClaim, { params: { id }, body: { statements, source } }),
    onSuccess: taken,
  });

export const useEditClaim = () =>
  useMutation({
    mutationFn: ({ id, ...body }: { id: string } & BodyOf<typeof editClaim>) =>
      call(editClaim, { params: { id }, body }),
    onSuccess: taken,
  });

export const useRemoveClaim = () =>
  useMutation({
    mutationFn: async ({ id, revision }: { id: string; revision: number }) => {
      const { draft } = await fetchPage('landing');
      return { before: draft, claims: await call(removeClaim, { params: { id }, body: { revision } }) };
    },
    onSuccess: async ({ before, claims }) => {
      toast({
        title: 'Afirmação tirada do rascunho',
        action: { label: 'Desfazer', onPress: () => void restore(before, claims.revision) },
        duration: 10_000,
      });
      await taken(claims);
    },
    onError: toastFailure('Não foi possível tirar'),
  });

/** Saves the earlier draft, unless another one was saved since. */
async function restore(content: BodyOf<typeof saveSitePage>['content'], revision: number): Promise<void> {
  try {
    await call(saveSitePage, { params: { page: 'landing' }, body: { revision, content } });
    await Promise.all([invalidate(schoolKeys.sitePages.claims), invalidate(schoolKeys.sitePages.one('landing'))]);
    await invalidate(keys.dashboard.admin);
  } catch (error) {
    toastFailure('Não foi possível desfazer')(error as Error);
  }
}

export const useShowCount = () =>
  useMutation({
    mutationFn: ({ thing, ...body }: { thing: CountedThing; revision: number; isShown: boolean }) =>
      call(showCount, { params: { thing }, body }),
    onSuccess: taken,
    onError: toastFailure('Não foi possível mudar'),
  });

export const openClaimsOf = (claims: readonly LandingClaim[]) => claims.filter(({ state }) => state === 'open');
