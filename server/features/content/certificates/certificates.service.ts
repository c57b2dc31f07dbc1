import { randomBytes } from 'node:crypto';
import { readCertificateCode, workloadText } from '#contract/content/certificates.ts';
import { linkedScreens, screens } from '#contract/screens.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { notify } from '#server/features/platform/notifications/notifications.service.ts';
import { notFound } from '#server/http/errors.ts';
import { runEach } from '#server/jobs/each.ts';
import { defineUpkeep } from '#server/jobs/upkeep.ts';
import { longDate } from '#server/time/calendar.ts';
import {
  type Finished,
  findCertificate,
  insertCertificates,
  listCertificateRows,
  listMissing,
  revokeAllOf,
  withdrawAll,
} from './certificates.store.ts';

const MISSING_JOB = 'missing-certificates';
const OWN_MAX = 1000;
const BATCH = 200;
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 60 random bits in Crockford base32, which has no letters that look like digits. */
const newCode = () => Array.from(randomBytes(12), (byte) => alphabet[byte & 31]).join('');

/** Issues what finished courses earn, in the transaction that finishes them, and tells the students. */
export async function issueCertificates(deps: Deps, tx: Tx, finished: readonly Finished[]): Promise<void> {
  if (finished.length === 0) return;
  const issued = await insertCertificates(
    tx,
    finished.map((one) => ({ ...one, code: newCode() })),
    deps.clock.now(),
  );
  for (const { userId, code, courseTitle, isAgain } of issued) {
    await notify(deps, tx, {
      userId,
      kind: 'certificate',
      key: isAgain ? `certificate:${code}:${deps.clock.now().toISOString()}` : `certificate:${code}`,
      title: `Você concluiu ${courseTitle}`,
      text: 'Seu certificado está pronto para imprimir.',
      path: screens.certificate(code),
    });
  }
}

type Withdrawn = Finished & { courseTitle: string };

/** The courses are finished no longer: their certificates do not stand, until they are finished again. */
export async function withdrawCertificates(deps: Deps, tx: Tx, courses: readonly Withdrawn[], event: string) {
  const withdrawn = await withdrawAll(tx, courses, deps.clock.now());
  for (const { userId, courseId, code } of withdrawn) {
    const title = courses.find((one) => one.courseId === courseId)?.courseTitle ?? 'curso';
    await notify(deps, tx, {
      userId,
      kind: 'certificate',
      key: `certificate:${code}:${event}`,
      title: `Seu certificado de ${title} não vale mais`,
      text: 'Um resultado foi corrigido e o curso voltou a ter um simulado por passar. Ao concluir de novo, ele volta a valer.',
      path: screens.course(courseId),
    });
  }
}

export const listOwnCertificates = (deps: Deps, userId: string) => listCertificateRows(deps.db, userId, OWN_MAX);

export async function verify(deps: Deps, typed: string) {
  const code = readCertificateCode(typed);
  const found = code && (await findCertificate(deps.db, code));
  if (!found) throw notFound('Não há certificado com este código.');
  return found;
}

/** What a shared link to it says; nothing of a person whose certificate no longer stands. */
export async function previewCertificate(deps: Deps, typed: string) {
  const code = readCertificateCode(typed);
  const found = code && (await findCertificate(deps.db, code));
  if (!found || found.revokedAt || found.studentName === null) return null;
  const workload = workloadText(found.minutes);
  return {
    title: `Certificado de ${found.studentName}: ${found.courseTitle}`,
    description: `Concluiu o curso${workload ? `, com carga horária de ${workload},` : ''} em ${longDate(found.completedAt)}. Certificado verificado por ${deps.school.now.schoolName}.`,
    picture: linkedScreens.certificatePicture(code),
  };
}

/** The person leaves: the papers that name them no longer stand. */
export const revokeCertificatesOf = (tx: Tx, userId: string, now: Date) => revokeAllOf(tx, userId, now);

export function defineCertificateWork(deps: Deps): void {
  defineUpkeep(deps, {
    name: MISSING_JOB,
    every: '20 4 * * *',
    async run() {
      const { done } = await runEach(deps, {
        work: MISSING_JOB,
        limit: BATCH,
        untilEmpty: true,
        list: (pausing, limit) => listMissing(deps.db, { pausing, limit }),
        idOf: ({ userId, courseId }) => `${userId}:${courseId}`,
        atOnce: BATCH,
        runTogether: (missing) => transact(deps, (tx) => issueCertificates(deps, tx, missing)),
      });
      return { certificates: done };
    },
  });
}
