import { listCertificates, verifyCertificate } from '#contract/content/certificates.ts';
import { keys } from '#web/lib/query-keys.ts';
import { readQuery } from '#web/lib/read-query.ts';

export const certificatesQuery = readQuery(listCertificates, keys.certificates.mine);

export const certificateQuery = (code: string) =>
  readQuery(verifyCertificate, keys.certificates.one(code), { params: { code } });
