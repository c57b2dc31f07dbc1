import type { Tx } from '#server/db/handle.ts';
import { deleteCertificatesOf } from './certificates.store.ts';

/** Not revoked but gone: papers of people who were never there. */
export const forgetSampleCertificates = (tx: Tx, userIds: readonly string[]) => deleteCertificatesOf(tx, userIds);
