import { createHash, randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { MailExample } from '#contract/mails.ts';
import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import type { Files } from '#server/files/files.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { NeedsNewerRelease } from '#server/jobs/newer-release.ts';
import type { Log } from '#server/log.ts';
import type { LiveSchool } from '#server/school/live-school.ts';
import { type Frame, type Letter, oneLine, renderLetter } from './letter.ts';
import { createLogo, type Logo } from './logo.ts';
import type { MailKind } from './mail-kind.ts';
import { recordSentMail } from './sent-mails.store.ts';

export type Mail = {
  define<Data extends Record<string, unknown>, Facts>(kind: string, mail: MailKind<Data, Facts>): void;
  /** Enqueues in the caller's transaction. The same key is the same e-mail, with the same Message-ID. */
  send(
    tx: Db | Tx,
    kind: string,
    key: string,
    data: Record<string, unknown>,
    options?: { startAfter?: Date },
  ): Promise<void>;
  /** Sends an earlier e-mail again, with its current content; `resendKey` identifies it. */
  again(tx: Db | Tx, resendKey: string): Promise<void>;
  /**
   * Sends an e-mail at once and outside the queue, for a person who waits for the result. `kept`: there is no mail
   * server.
   */
  trySending(to: string, letter: Letter): Promise<'sent' | 'kept'>;
  sender(): string;
  /** Identifies the mail server; null: there is none, and e-mails are stored in a folder. */
  transport(): string | null;
  /** Every kind in every form, about an invented person. */
  examples(): (MailExample & { letter: Letter })[];
  /** A letter as it would be sent now, for a preview in a browser. */
  show(letter: Letter): Promise<{ html: string; text: string }>;
};

/** What takes the letters. */
export type MailTransport = { sendMail(letter: SendMailOptions): Promise<{ message?: unknown }> };

type Needs = {
  config: Config;
  school: LiveSchool;
  jobs: Jobs;
  db: Db;
  clock: Clock;
  files: Files;
  log: Log;
  /** In place of the mail server that SMTP_URL names. */
  given?: MailTransport;
};

const LOGO = 'logo';

type MailJob = {
  kind: string;
  key: string;
  data: Record<string, unknown>;
};

export function createMail({ config, school, jobs, db, clock, files, log, given }: Needs): Mail {
  const kinds = new Map<string, MailKind<Record<string, unknown>, unknown>>();
  const readLogo = createLogo({ db, files, school, log });
  const server = (): MailTransport =>
    config.smtpUrl
      ? createTransport({
          url: config.smtpUrl,
          connectionTimeout: 10_000,
          greetingTimeout: 10_000,
          socketTimeout: 30_000,
        })
      : createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const transport = given ?? server();

  jobs.define<MailJob>({
    name: 'mail',
    retries: 20,
    async run({ kind, key, data }) {
      const known = kinds.get(kind);
      if (!known) throw new NeedsNewerRelease(`There is no e-mail kind ${kind}.`);
      const found = await known.find(data);
      if (!found || leadsNowhere(found.to)) return;
      const written = { to: found.to, letter: known.write(found.facts) };
      const id = createHash('sha256').update(`${kind}:${key}`).digest('hex').slice(0, 32);
      await deliver(id, written);
      const resendKey = JSON.stringify({ kind, key, data });
      const { to, letter } = written;
      await recordSentMail(db, {
        messageId: id,
        to,
        kind,
        subject: oneLine(letter.subject),
        resendKey,
        state: config.smtpUrl ? 'sent' : 'stored',
        now: clock.now(),
      });
    },
  });

  const frame = (logo: Logo | null, srcOf: (logo: Logo) => string): Frame => {
    const { schoolName, supportEmail, colour, accent } = school.now;
    return { schoolName, supportEmail, colour, accent, logo: logo && { ...logo, src: srcOf(logo) } };
  };

  const sender = () => config.mailFrom ?? `${school.now.schoolName} <nao-responda@localhost>`;

  const deliver = async (id: string, { to, letter }: { to: string; letter: Letter }) => {
    const logo = await readLogo();
    const host = new URL(config.publicUrl ?? 'http://localhost').hostname;
    const sent = await transport.sendMail({
      from: sender(),
      // The sender's address is not read; the school's is.
      replyTo: school.now.supportEmail,
      to,
      subject: oneLine(letter.subject),
      messageId: `<${id}@${host}>`,
      ...(letter.unsubscribe
        ? {
            headers: {
              'List-Unsubscribe': `<${letter.unsubscribe}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            },
          }
        : {}),
      // Embedded in the e-mail: opening it sends no request to our server, so it tracks no reader.
      ...(logo
        ? { attachments: [{ filename: 'logo.png', content: logo.content, cid: LOGO, contentDisposition: 'inline' }] }
        : {}),
      ...renderLetter(
        letter,
        frame(logo, () => `cid:${LOGO}`),
      ),
    });
    // Without SMTP the mail is stored in a folder for the developer; the same mail is the same file.
    if (!config.smtpUrl) await keep(join(config.dataDir, 'mail'), id, sent.message as Buffer);
  };

  return {
    define(kind, mail) {
      kinds.set(kind, mail as unknown as MailKind<Record<string, unknown>, unknown>);
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
    transport: () =>
      config.smtpUrl ? createHash('sha256').update(`${config.smtpUrl} ${sender()}`).digest('hex').slice(0, 32) : null,
    examples: () =>
      [...kinds].flatMap(([kind, { group, when, write, examples, isRetired }]) =>
        (isRetired ? [] : examples).map((facts, form) => {
          const letter = write(facts);
          return { kind, form, group, when, subject: oneLine(letter.subject), letter };
        }),
      ),
    async show(letter) {
      const data = ({ content }: Logo) => `data:image/png;base64,${content.toString('base64')}`;
      const { html, text } = renderLetter(letter, frame(await readLogo(), data));
      // Links in a preview must not navigate its frame.
      return { html: html.replace('<head>', '<head><base target="_blank">'), text };
    },
  };
}

/** The people of the sample school have addresses in a reserved domain (RFC 2606): nothing is sent there. */
const leadsNowhere = (address: string) => address.toLowerCase().endsWith('.invalid');

async function keep(directory: string, id: string, message: Buffer): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  await writeFile(join(directory, `${id}.eml`), message, { mode: 0o600 });
}
