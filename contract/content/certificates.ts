import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { foldPaymentCode } from '#contract/money/payment-code.ts';
import { id, instant, requiredText } from '#contract/shapes.ts';

/** A typed code, in the one form it is stored in. */
export const typedCertificateCode = z
  .string()
  .check(z.overwrite(foldPaymentCode), z.regex(/^[0-9A-HJKMNP-TV-Z]{12}$/, 'O código tem 12 letras e números.'));

/** The same; null when it can be no code. */
export const readCertificateCode = (typed: string): string | null => typedCertificateCode.safeParse(typed).data ?? null;

/** As people read it aloud: 4R7K-0QZP-M2XH. */
export const groupCertificateCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

export const certificate = z.object({
  code: z.string(),
  /** Null once it was revoked: the person is no longer here. */
  studentName: z.nullable(z.string()),
  courseTitle: z.string(),
  /** Null: the school's team. */
  instructorName: z.nullable(z.string()),
  /** Counted from what the course held when it was finished: reading estimates and limits. Null: it held nothing. */
  minutes: z.nullable(z.number()),
  completedAt: instant,
  revokedAt: z.nullable(instant),
});
export type Certificate = z.output<typeof certificate>;

/** 'com carga horária de …': '40 minutos', '1 hora', '2 horas e 15 minutos', '12 horas'; null where nothing was counted. */
export function workloadText(minutes: number | null): string | null {
  if (minutes === null || minutes <= 0) return null;
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return count(rest, 'minuto', 'minutos');
  return rest === 0 || hours >= WHOLE_HOURS_FROM
    ? count(hours, 'hora', 'horas')
    : `${count(hours, 'hora', 'horas')} e ${count(rest, 'minuto', 'minutos')}`;
}
/** From here on minutes say nothing. */
const WHOLE_HOURS_FROM = 10;

export const listCertificates = endpoint({
  method: 'GET',
  path: '/api/certificates',
  access: 'signedIn',
  summary: "One's certificates, newest first.",
  response: z.array(
    z.object({ code: z.string(), courseId: z.nullable(id), courseTitle: z.string(), completedAt: instant }),
  ),
});

export const verifyCertificate = endpoint({
  method: 'GET',
  path: '/api/certificates/:code',
  access: 'public',
  summary: 'What a certificate says, for whoever knows its code.',
  params: z.object({ code: requiredText(64) }),
  response: certificate,
});
