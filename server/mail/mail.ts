import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type Transporter } from 'nodemailer';
import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db, Tx } from '../db/handle.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { LiveSchool } from '../school/live-school.ts';
import { type Letter, renderLetter } from './letter.ts';
import { recordSentMail } from './sent-mails.store.ts';

export type Mail = {
  /**
   * Adds a kind of e-mail. `write` runs in the background when the mail is sent, so that the queue holds ids, not
   * secrets; null means that there is no longer a reason to send it.
   */
  define<T extends Record<string, unknown>>(
    kind: string,
    write: (data: T) => Promise<{ to: string; letter: Letter } | null>,
  ): void;
  /** Enqueues in the caller's transaction. The same key is the same e-mail, with the same Message-ID. */
  send(
    tx: Db | Tx,
    kind: string,
    key: string,
    data: Record<string, unknown>,
    options?: { startAfter?: Date },
  ): Promise<void>;
  /** Writes one that was sent before once more, as it reads now; `resendKey` is what was kept of it. */
  again(tx: Db | Tx, resendKey: string): Promise<void>;
  /** Sends one now and past the queue, for who waits to see whether it works. `kept`: there is no mail server. */
  trySending(to: string, letter: Letter): Promise<'sent' | 'kept'>;
  sender(): string;
};

type Writer = (data: Record<string, unknown>) => Promise<{ to: string; letter: Letter } | null>;

type Needs = { config: Config; school: LiveSchool; jobs: Jobs; db: Db; clock: Clock };

export function createMail({ config, school, jobs, db, clock }: Needs): Mail {
  const writers = new Map<string, Writer>();
  const transport: Transporter = config.smtpUrl
    ? createTransport({
        url: config.smtpUrl,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 30_000,
      })
    : createTransport({ streamTransport: true, buffer: true, newline: 'unix' });

  jobs.define<{ kind: string; key: string; data: Record<string, unknown> }>({
    name: 'mail',
    retries: 20,
    async run({ kind, key, data }) {
      const written = await writers.get(kind)?.(data);
      if (written === undefined) throw new Error(`There is no e-mail kind ${kind}.`);
      if (written === null || leadsNowhere(written.to)) return;
      const id = createHash('sha256').update(`${kind}:${key}`).digest('hex').slice(0, 32);
      await deliver(id, written);
      const resendKey = JSON.stringify({ kind, key, data });
      const { to, letter } = written;
      await recordSentMail(db, { messageId: id, to, kind, subject: letter.subject, resendKey, now: clock.now() });
    },
  });

  const sender = () => config.mailFrom ?? `${school.now.schoolName} <nao-responda@localhost>`;

  const deliver = async (id: string, { to, letter }: { to: string; letter: Letter }) => {
    const host = new URL(config.publicUrl ?? 'http://localhost').hostname;
    const sent = await transport.sendMail({
      from: sender(),
      // The sender reads no mail; the school does.
      replyTo: school.now.supportEmail,
      to,
      subject: letter.subject,
      messageId: `<${id}@${host}>`,
      ...(letter.unsubscribe
        ? {
            headers: {
              'List-Unsubscribe': `<${letter.unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            },
          }
        : {}),
      ...renderLetter(letter, school.now),
    });
    // Without SMTP the mail lies in a folder, where a developer opens it; the same mail is the same file.
    if (!config.smtpUrl) await keep(join(config.dataDir, 'mail'), id, sent.message as Buffer);
  };

  return {
    define(kind, write) {
      writers.set(kind, write as unknown as Writer);
    },
    async send(tx, kind, key, data, options = {}) {
      await jobs.send(tx, 'mail', { kind, key, data }, { key: `${kind}:${key}`, ...options });
    },
    async again(tx, resendKey) {
      const { kind, key, data } = JSON.parse(resendKey) as { kind: string; key: string; data: Record<string, unknown> };
      const again = `${key}:again:${clock.now().toISOString()}`;
      await jobs.send(tx, 'mail', { kind, key: again, data }, { key: `${kind}:${again}` });
    },
    async trySending(to, letter) {
      await deliver(randomBytes(16).toString('hex'), { to, letter });
      return config.smtpUrl ? 'sent' : 'kept';
    },
    sender,
  };
}

/** The people of the sample school live under a name that is kept from existing (RFC 2606): nothing is sent there. */
const leadsNowhere = (address: string) => address.toLowerCase().endsWith('.invalid');

async function keep(directory: string, id: string, message: Buffer): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(join(directory, `${id}.eml`), message, { mode: 0o600 });
}
