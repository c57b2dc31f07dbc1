import { queryOptions } from '@tanstack/react-query';
import { getReaderAgreement } from '#contract/exams/essay-grading.ts';
import { call } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';

export const agreementQuery = queryOptions({
  queryKey: keys.essays.of('agreement'),
  queryFn: ({ signal }) => call(getReaderAgreement, { signal }),
});
