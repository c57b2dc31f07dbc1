import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

const textTypes: Readonly<Record<string, string>> = { '.csv': 'text/csv', '.xml': 'application/xml' };

/** Text that is saved as a file, made for this request: no cache keeps it. */
export const sendTextFile = (reply: FastifyReply, name: string, content: string): FastifyReply =>
  reply
    .header('content-disposition', `attachment; filename="${name}"`)
    .header('cache-control', 'no-store')
    .type(`${textTypes[extname(name)] ?? 'text/plain'}; charset=utf-8`)
    .send(content);

/** A picture that a person uploaded: no guessing of its type, no script, and no page of others shows it. */
export const sendPicture = (
  reply: FastifyReply,
  { stream, size, mimeType }: { stream: Readable; size: number; mimeType: string },
  caching: string,
): FastifyReply =>
  reply
    .headers({
      'cache-control': caching,
      'content-type': mimeType,
      'content-length': String(size),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    .send(stream);
