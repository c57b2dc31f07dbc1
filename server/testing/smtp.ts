import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { parseMail, type SentMail } from './mails.ts';

export type TestSmtp = {
  port: number;
  received: SentMail[];
  /** `refuse`: refuses before it accepts anything. `lose`: accepts the mail, then answers with an error. */
  mood: 'well' | 'refuse' | 'lose';
  stop(): Promise<void>;
  start(): Promise<void>;
};

/** A real SMTP server in the test process. */
export async function startSmtp(): Promise<TestSmtp> {
  const smtp = { port: 0, received: [] as SentMail[], mood: 'well' } as TestSmtp;
  let server: SMTPServer;
  smtp.start = () =>
    new Promise((resolve, fail) => {
      server = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS', 'AUTH'],
        onMailFrom: (_address, _session, done) => done(smtp.mood === 'refuse' ? new Error('try later') : null),
        onData(stream, _session, done) {
          const chunks: Buffer[] = [];
          stream.on('data', (chunk: Buffer) => chunks.push(chunk));
          stream.on('end', async () => {
            smtp.received.push(await parseMail(Buffer.concat(chunks)));
            done(smtp.mood === 'lose' ? new Error('lost after it was taken') : null);
          });
        },
      });
      server.once('error', fail);
      server.listen(smtp.port, '127.0.0.1', () => {
        smtp.port = (server.server.address() as AddressInfo).port;
        resolve();
      });
    });
  smtp.stop = () => new Promise((resolve) => server.close(resolve));
  await smtp.start();
  return smtp;
}
