import { queryOptions } from '@tanstack/react-query';
import { listCertificates, verifyCertificate } from '../../../contract/certificates.ts';
import { call } from '../../lib/api.ts';

export const certificatesQuery = queryOptions({
  queryKey: ['certificates'],
  queryFn: ({ signal }) => call(listCertificates, { signal }),
  // A course is finished on other screens.
  refetchOnMount: 'always',
});

export const certificateQuery = (code: string) =>
  queryOptions({
    queryKey: ['certificates', code],
    queryFn: ({ signal }) => call(verifyCertificate, { params: { code }, signal }),
  });
