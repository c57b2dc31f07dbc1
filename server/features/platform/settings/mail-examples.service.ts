import type { MailPreview } from '#contract/mails.ts';
import type { Deps } from '#server/deps.ts';
import { notFound } from '#server/http/errors.ts';

export const listMailExamples = (deps: Deps) =>
  deps.mail.examples().map(({ kind, form, group, subject, when }) => ({ kind, form, group, subject, when }));

export async function showMailExample(deps: Deps, asked: { kind: string; form: number }): Promise<MailPreview> {
  const example = deps.mail.examples().find(({ kind, form }) => kind === asked.kind && form === asked.form);
  if (!example) throw notFound('E-mail não encontrado.');
  const { letter, subject } = example;
  return {
    subject,
    from: deps.mail.sender(),
    replyTo: deps.school.now.supportEmail,
    ...(await deps.mail.show(letter)),
    canUnsubscribe: letter.unsubscribe !== undefined,
  };
}
