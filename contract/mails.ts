import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/* Every e-mail that the school writes, as its owner looks at them before anybody gets one. */

export const mailGroups = ['account', 'payment', 'notices', 'team'] as const;
export type MailGroup = (typeof mailGroups)[number];

const mailExample = z.object({
  kind: z.string(),
  /** Which form of it, from 0. */
  form: z.number(),
  group: z.enum(mailGroups),
  subject: z.string(),
  /** When it leaves. */
  when: z.string(),
});
export type MailExample = z.output<typeof mailExample>;

export const listMailExamples = endpoint({
  method: 'GET',
  path: '/api/admin/mails',
  access: 'admin',
  summary: 'Every kind of e-mail in every form it takes, with its subject and when it leaves.',
  response: z.array(mailExample),
});

export const getMailExample = endpoint({
  method: 'GET',
  path: '/api/admin/mails/:kind/:form',
  access: 'admin',
  summary: "One e-mail about nobody, as it would be sent now: HTML with the school's logo in it, and plain text.",
  params: z.object({
    kind: z.string().check(z.regex(/^[a-z_]{1,40}$/)),
    form: z.coerce.number<string | number>().check(z.int(), z.gte(0), z.lte(2_147_483_647)),
  }),
  response: z.object({
    subject: z.string(),
    from: z.string(),
    replyTo: z.string(),
    html: z.string(),
    text: z.string(),
    /** One click of the mail program ends e-mails like this. */
    canUnsubscribe: z.boolean(),
  }),
});
export type MailPreview = z.output<(typeof getMailExample)['response']>;
