import { useMutation } from '@tanstack/react-query';
import { getSchoolExport, requestSchoolExport } from '#contract/school/school-exports.ts';
import { call, isRefused } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { readQuery } from '#web/lib/read-query.ts';
import { schoolKeys } from '#web/lib/school-keys.ts';
import { toastFailure } from '#web/ui/toast-failure.ts';

const POLL_MS = 2000;

/** The latest archive of the school; polled while it is made. */
export const schoolExportQuery = readQuery(getSchoolExport, schoolKeys.system.schoolExport, {
  refetchInterval: ({ state }) => {
    const latest = state.data?.latest;
    return latest?.state === 'waiting' || latest?.state === 'running' ? POLL_MS : false;
  },
});

const shownFailure = toastFailure('Não foi possível exportar');

export const useRequestExport = () =>
  useMutation({
    mutationFn: () => call(requestSchoolExport),
    onSuccess: (made) => queryClient.setQueryData(schoolExportQuery.queryKey, made),
    onError: (error) => {
      // The shell asks for the password.
      if (!isRefused<typeof requestSchoolExport>(error, 'fresh_proof_required')) shownFailure(error);
    },
  });
