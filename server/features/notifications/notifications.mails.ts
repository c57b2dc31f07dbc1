import { kindRules, type NotificationKind } from '../../../contract/notifications.ts';
import { DAY_MS } from '../../../contract/time.ts';
import type { Deps } from '../../deps.ts';
import { linkToken } from '../../tokens/link-tokens.ts';
import { type BatchKind, batchWords } from './batch-words.ts';
import { findDigest, findLetter, listMailRecipients } from './notification-mails.store.ts';
import { deleteOldNotifications } from './notifications.store.ts';

const RECIPIENTS_AT_ONCE = 500;
const footnote = 'Você escolhe o que recebe por e-mail em Configurações.';

type Digest = { userId: string; kind: BatchKind; from: string; to: string };

/** The e-mails of notifications, and the work behind them. */
export function defineNotificationWork(deps: Deps): void {
  const { db, config, clock, mail, jobs } = deps;
  const address = (path: string) => `${config.publicUrl ?? `http://localhost:${config.port}`}${path}`;

  // One job per event, however many people it concerns: the transaction that causes it stays short.
  jobs.define<{ kind: NotificationKind; key: string }>({
    name: 'notification_mails',
    async run({ kind, key }) {
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

  mail.define<{ id: number }>('notification', async ({ id }) => {
    const found = await findLetter(db, id);
    return (
      (found && {
        to: found.email,
        letter: {
          subject: found.title,
          greeting: `Olá, ${found.firstName}!`,
          paragraphs: found.text.split(/\n{2,}/),
          action: { label: 'Abrir na plataforma', url: address(found.path) },
          footnote,
          ...(found.kind === 'announcement'
            ? { unsubscribe: address(`/api/unsubscribe/${linkToken(config.sessionSecret, found.userId)}`) }
            : {}),
        },
      }) ??
      null
    );
  });

  jobs.define<Digest>({
    name: 'notification_digest',
    run: (data) => mail.send(db, 'admin_digest', `${data.kind}:${data.userId}:${data.from}`, data),
  });

  mail.define<Digest>('admin_digest', async ({ userId, kind, from, to }) => {
    const found = await findDigest(db, { userId, kind, from: new Date(from), to: new Date(to) });
    if (!found || found.count === 0) return null;
    const words = batchWords[kind];
    return {
      to: found.email,
      letter: {
        subject: words.title(found.count),
        greeting: `Olá, ${found.firstName}!`,
        paragraphs: [words.text],
        action: { label: 'Abrir na plataforma', url: address(words.path) },
        footnote,
      },
    };
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
