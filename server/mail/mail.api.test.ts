import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseMail, type SentMail, writtenMails } from '#server/testing/mails.ts';
import { useTestApp } from '#server/testing/test-app.ts';

/** Two apps: one that stores its mail in a folder, one that sends it to a real SMTP server. */
const folder = useTestApp({ SCHOOL_NAME: 'Escola & Cia', SUPPORT_EMAIL: 'ajuda@escola.example' });

let received: SentMail[] = [];
let refuse = 0;
const smtp = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, _session, done) => {
    buffer(stream)
      .then(parseMail)
      .then((mail) => {
        received.push(mail);
        refuse -= 1;
        done(refuse >= 0 ? Object.assign(new Error('busy, come back'), { responseCode: 451 }) : null);
      }, done);
  },
});
const listener = smtp.listen(0, '127.0.0.1');
await once(listener, 'listening');
const { port } = listener.address() as AddressInfo;
const network = useTestApp({
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'Alvorada <nao-responda@escola.example>',
  PUBLIC_URL: 'https://escola.example',
});

const letter = {
  subject: 'Olá & <b>bem-vinda</b>',
  greeting: 'Olá, <script>alert(1)</script>!',
  paragraphs: ['Primeiro.', 'Segundo.'],
  action: { label: 'Entrar', url: 'https://escola.example/auth?a=1&b=2' },
  footnote: 'Vale uma hora.',
};

beforeAll(() => {
  for (const { deps } of [folder, network]) {
    deps.mail.define<{ to: string }, null>('test', {
      group: 'notices',
      when: '',
      find: async ({ to }) => (to ? { to, facts: null } : null),
      write: () => letter,
      examples: [null],
    });
  }
});
afterAll(() => new Promise<void>((resolve) => smtp.close(() => resolve())));
beforeEach(() => {
  received = [];
  refuse = 0;
});

describe('without SMTP', () => {
  const kept = async (to: string) => (await writtenMails(folder.deps.config.dataDir)).filter((mail) => mail.to === to);

  it('a mail of a kind that only a newer release knows waits for that release, and is sent once by it', async () => {
    const { deps } = folder;
    await deps.mail.send(deps.db, 'of-tomorrow', 'k9', { to: 'amanha@exemplo.com.br' });
    await deps.jobs.drain();
    const { rows } = await sql<{ state: string; data: object; waits: boolean }>`
      SELECT state::text, data, start_after > now() AS waits FROM pgboss.job
      WHERE name = 'mail' AND data->>'kind' = 'of-tomorrow' ORDER BY created_on`.execute(deps.db);
    const job = { kind: 'of-tomorrow', key: 'k9', data: { to: 'amanha@exemplo.com.br' } };
    expect(rows).toEqual([
      { state: 'completed', data: job, waits: false },
      { state: 'created', data: { ...job, passes: 1 }, waits: true },
    ]);
    // The newer release takes its turn.
    deps.mail.define<{ to: string }, null>('of-tomorrow', {
      ...{ group: 'notices', when: '', write: () => letter, examples: [null] },
      find: async ({ to }) => ({ to, facts: null }),
    });
    await sql`UPDATE pgboss.job SET start_after = now() WHERE data->>'kind' = 'of-tomorrow'`.execute(deps.db);
    await deps.jobs.drain();
    expect(await kept('amanha@exemplo.com.br')).toHaveLength(1);
  });

  it('a mail of a kind that no release knows fails in the end, where operators see it', async () => {
    const { deps } = folder;
    const job = { kind: 'of-never', key: 'k10', data: {}, passes: 53 };
    await deps.jobs.send(deps.db, 'mail', job, { key: 'of-never' });
    await deps.jobs.drain();
    const { rows } = await sql<{ state: string; message: string }>`
      DELETE FROM pgboss.job WHERE data->>'kind' = 'of-never' RETURNING state::text, output->>'message' AS message`.execute(
      deps.db,
    );
    expect(rows).toEqual([
      { state: 'retry', message: 'There is no e-mail kind of-never. No other server took the job.' },
    ]);
  });

  it('a mail is stored in the folder, as HTML and as text, with its data escaped', async () => {
    await folder.deps.mail.send(folder.deps.db, 'test', 'k1', { to: 'ana@exemplo.com.br' });
    await folder.deps.jobs.drain();
    const [mail] = await kept('ana@exemplo.com.br');
    expect(mail?.subject).toBe('Olá & <b>bem-vinda</b>');
    for (const line of ['Primeiro.', 'Segundo.', 'Entrar: https://escola.example/auth?a=1&b=2', 'Vale uma hora.']) {
      expect(mail?.text).toContain(line);
    }
    expect(mail?.text).toContain('Dúvidas? Escreva para ajuda@escola.example. Equipe Escola & Cia.');
    expect(mail?.html).not.toContain('<script>');
    expect(mail?.html).toContain('href="https://escola.example/auth?a=1&amp;b=2"');
    expect(mail?.html).toContain('lang="pt-BR"');
    expect(mail?.replyTo).toBe('ajuda@escola.example');
  });

  it('the same key is the same mail', async () => {
    const send = () => folder.deps.mail.send(folder.deps.db, 'test', 'k2', { to: 'bia@exemplo.com.br' });
    await Promise.all([send(), send()]);
    await folder.deps.jobs.drain();
    await send();
    await folder.deps.jobs.drain();
    expect(await kept('bia@exemplo.com.br')).toHaveLength(1);
  });

  it('a mail that has lost its reason is not sent', async () => {
    await folder.deps.mail.send(folder.deps.db, 'test', 'k3', { to: '' });
    const before = (await writtenMails(folder.deps.config.dataDir)).length;
    expect(await folder.deps.jobs.drain()).toBe(1);
    expect(await writtenMails(folder.deps.config.dataDir)).toHaveLength(before);
  });

  it('nothing is sent to the people of the sample school', async () => {
    await folder.deps.mail.send(folder.deps.db, 'test', 'k5', { to: 'rafaela@exemplo.invalid' });
    expect(await folder.deps.jobs.drain()).toBe(1);
    expect(await kept('rafaela@exemplo.invalid')).toEqual([]);
  });
});

describe('with SMTP', () => {
  it('a mail that the server refused temporarily is sent again, with the same Message-ID', async () => {
    refuse = 1;
    await network.deps.mail.send(network.deps.db, 'test', 'k4', { to: 'caio@exemplo.com.br' });
    await network.deps.jobs.drain();
    await sql`UPDATE pgboss.job SET start_after = now() - interval '1 second' WHERE state = 'retry'`.execute(
      network.deps.db,
    );
    expect(await network.deps.jobs.drain()).toBe(1);
    expect(received.map(({ to }) => to)).toEqual(['caio@exemplo.com.br', 'caio@exemplo.com.br']);
    expect(received[0]?.messageId).toMatch(/^<[0-9a-f]{32}@escola\.example>$/);
    expect(received[1]?.messageId).toBe(received[0]?.messageId);
    expect(await network.deps.jobs.drain()).toBe(0);
  });

  it('the log contains the failure, and no personal data', async () => {
    expect(network.logged()).toContain('a job failed');
    expect(network.logged()).not.toContain('caio@exemplo.com.br');
  });

  it('nothing is left in the folder', async () => {
    expect(await writtenMails(network.deps.config.dataDir)).toEqual([]);
  });
});
