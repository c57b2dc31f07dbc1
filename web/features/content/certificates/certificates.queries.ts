import { queryOptions } from '@tanstack/react-query';
import { listCertificates, verifyCertificate } from '#contract/content/certificates.ts';
import { call } from '#web/lib/api.ts';
import { keys } from '#web/lib/query-keys.ts';

export const certificatesQuery = queryOptions({
  queryKey: keys.certificates.mine,
  queryFn: ({ signal }) => call(listCertificates, { signal }),
});

export const certificateQuery = (code: string) =>
  queryOptions({
    queryKey: keys.certificates.one(code),
    queryFn: ({ signal }) => call(verifyCertificate, { params: { code }, signal }),
  });
