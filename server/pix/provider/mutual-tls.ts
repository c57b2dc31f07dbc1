import { readFileSync, statSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { ProviderFault } from './provider.ts';
import { secretIn } from './secret.ts';

/** The source of the certificate: files (PEM or PKCS#12), or the PEM text itself. */
export type TlsSettings = { certificate: string | undefined; passphrase: string | undefined; ca: string | undefined };

const isText = (value: string) => value.includes('-----BEGIN');
const TIMEOUT_MS = 10_000;
const ANSWER_MAX = 1024 * 1024;

/** The modification time of a file; 0 for inline text. */
const stampOf = (source: string | undefined) => (source === undefined || isText(source) ? 0 : statSync(source).mtimeMs);
const contentOf = (source: string) => (isText(source) ? Buffer.from(source) : readFileSync(source));

function agentOf({ certificate, passphrase, ca }: TlsSettings): Agent {
  const content = certificate === undefined ? undefined : contentOf(certificate);
  const isPem = content?.includes('-----BEGIN');
  return new Agent({
    keepAlive: true,
    maxSockets: 16,
    ...(content && isPem ? { cert: content, key: content } : {}),
    ...(content && !isPem ? { pfx: content } : {}),
    ...(passphrase ? { passphrase: secretIn(passphrase) } : {}),
    ...(ca === undefined ? {} : { ca: contentOf(ca) }),
    minVersion: 'TLSv1.2',
  });
}

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };
export type Send = (
  url: string,
  options: { method: string; headers?: Record<string, string>; body?: string },
) => Promise<Answer>;

/** Sends requests with our certificate. A replaced file is used from the next request on, without a restart. */
export function createSender(settings: TlsSettings): { send: Send; close(): void } {
  let agent: Agent | undefined;
  let stamp = '';
  const current = (): Agent => {
    const now = `${stampOf(settings.certificate)} ${stampOf(settings.ca)} ${secretIn(settings.passphrase ?? '')}`;
    if (!agent || stamp !== now) {
      // Requests on the old agent end normally.
      agent = agentOf(settings);
      stamp = now;
    }
    return agent;
  };
  const send: Send = (url, { method, headers = {}, body }) =>
    new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        // Only the code: a message may contain addresses and request data.
        const { code } = error as NodeJS.ErrnoException;
        reject(error instanceof ProviderFault ? error : new ProviderFault(`no answer (${code ?? error.name})`));
      };
      let sending: ReturnType<typeof request>;
      try {
        const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
        sending = request(url, { method, agent: current(), headers: { ...headers, ...length } });
      } catch (error) {
        fail(error as Error);
        return;
      }
      sending.setTimeout(TIMEOUT_MS, () => sending.destroy(new ProviderFault('no answer in time')));
      sending.on('error', fail);
      sending.on('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > ANSWER_MAX) sending.destroy(new ProviderFault('an answer without end'));
          else chunks.push(chunk);
        });
        response.on('error', fail);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      });
      sending.end(body);
    });
  return { send, close: () => agent?.destroy() };
}
