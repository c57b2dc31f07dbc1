import { kindRules, type NotificationKind } from '#contract/platform/notifications.ts';
import { screens } from '#contract/screens.ts';
import { DAY_MS } from '#contract/time.ts';
import type { Deps } from '#server/deps.ts';
import { NeedsNewerRelease } from '#server/jobs/newer-release.ts';
import { pageAddress } from '#server/mail/address.ts';
import type { Letter } from '#server/mail/letter.ts';
import { examplePerson } from '#server/mail/mail-kind.ts';
import { linkToken } from '#server/tokens/link-tokens.ts';
import { type BatchKind, batchWords, isBatchKind } from './batch-words.ts';
import { findDigest, findLetter, listMailRecipients } from './notification-mails.store.ts';
import { deleteOldNotifications } from './notifications.store.ts';

const RECIPIENTS_AT_ONCE = 500;
const footnote = 'Você escolhe o que recebe por e-mail em Configurações.';

type Digest = { userId: string; kind: BatchKind; from: string; to: string };

type NoticeContent = { firstName: string; userId: string; kind: string; title: string; text: string; path: string };

const EXAMPLE_USER = '00000000-0000-7000-8000-000000000000';

/** The e-mail version of a notification. */
export const noticeLetter = ({ config }: Pick<Deps, 'config'>, told: NoticeContent): Letter => ({
  subject: told.title,
  greeting: `Olá, ${told.firstName}!`,
  paragraphs: told.text.split(/\n{2,}/),
  action: { label: 'Abrir na plataforma', url: pageAddress(config, told.path) },
  footnote,
  ...(told.kind === 'announcement'
    ? { unsubscribe: pageAddress(config, `/api/unsubscribe/${linkToken(config.sessionSecret, told.userId)}`) }
    : {}),
});

/** An announcement that has not been sent, as its first reader would get it. */
export const exampleNotice = (deps: Pick<Deps, 'config'>, { title, text }: { title: string; text: string }): Letter =>
  noticeLetter(deps, {
    ...examplePerson,
    kind: 'announcement',
    userId: EXAMPLE_USER,
    title,
    text,
    path: screens.home,
  });

/** The e-mails of notifications, and the work behind them. */
export function defineNotificationWork(deps: Deps): void {
  const { db, config, clock, mail, jobs } = deps;

  // One job per event, however many people it concerns: the transaction that causes it stays short.
  jobs.define<{ kind: NotificationKind; key: string }>({
    name: 'notification_mails',
    async run({ kind, key }) {
      if (!(kind in kindRules)) throw new NeedsNewerRelease(`There is no notification kind ${kind}.`);
      const byDefault = kindRules[kind].email === 'unless refused';
      let after = 0;
      for (;;) {
        const ids = await listMailRecipients(db, { key, byDefault, after, limit: RECIPIENTS_AT_ONCE });
        for (const id of ids) await mail.send(db, 'notification', String(id), { id });
        if (ids.length < RECIPIENTS_AT_ONCE) return;
        after = ids.at(-1) ?? after;
      }
    },
  });

  mail.define<{ id: number }, NoticeContent>('notification', {
    group: 'notices',
    when: 'Quando há uma novidade que o aluno escolheu receber por e-mail; avisos da escola saem deste jeito.',
    async find({ id }) {
      const found = await findLetter(db, id);
      return found ? { to: found.email, facts: found } : null;
    },
    write: (told) => noticeLetter(deps, told),
    examples: [
      {
        ...examplePerson,
        kind: 'announcement',
        title: 'Aula extra no sábado',
        text: 'Sábado, às 10 h, tem aula extra de Língua Portuguesa.\n\nTraga suas dúvidas de crase.',
        path: screens.home,
        userId: EXAMPLE_USER,
      },
      {
        ...examplePerson,
        kind: 'new_lesson',
        title: 'Nova aula em Direito Administrativo',
        text: 'Atos administrativos: atributos e classificação.',
        path: screens.study,
        userId: EXAMPLE_USER,
      },
    ],
  });

  jobs.define<Digest>({
    name: 'notification_digest',
    run: (data) => mail.send(db, 'admin_digest', `${data.kind}:${data.userId}:${data.from}`, data),
  });

  mail.define<Digest, { firstName: string; kind: BatchKind; count: number }>('admin_digest', {
    group: 'team',
    when: 'Quando algo espera pela escola; um e-mail por meia hora, e nenhum se já foi visto.',
    async find({ userId, kind, from, to }) {
      if (!isBatchKind(kind)) throw new NeedsNewerRelease(`There is no digest kind ${kind}.`);
      const found = await findDigest(db, { userId, kind, from: new Date(from), to: new Date(to) });
      return found && found.count > 0 ? { to: found.email, facts: { ...found, kind } } : null;
    },
    write: ({ firstName, kind, count }) => ({
      subject: batchWords[kind].title(count),
      greeting: `Olá, ${firstName}!`,
      paragraphs: [batchWords[kind].text],
      action: { label: 'Abrir na plataforma', url: pageAddress(config, batchWords[kind].path) },
      footnote,
    }),
    examples: [
      { ...examplePerson, kind: 'new_proof', count: 3 },
      { ...examplePerson, kind: 'new_teacher', count: 1 },
      { ...examplePerson, kind: 'refund_asked', count: 1 },
    ],
  });

  jobs.define({
    name: 'notification_cleanup',
    every: '37 4 * * *',
    async run() {
      const now = clock.now().getTime();
      const before = { read: new Date(now - 90 * DAY_MS), any: new Date(now - 365 * DAY_MS) };
      deps.log.info({ notifications: await deleteOldNotifications(db, before) }, 'old notifications removed');
    },
  });
}
