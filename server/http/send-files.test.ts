import { Readable } from 'node:stream';
import Fastify, { type FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { sendPicture, sendTextFile } from './send-files.ts';

async function answerOf(send: (reply: FastifyReply) => FastifyReply) {
  const app = Fastify();
  app.get('/', (_request, reply) => send(reply));
  return app.inject('/');
}

it.each([
  ['alunos.csv', 'text/csv; charset=utf-8'],
  ['questoes.xml', 'application/xml; charset=utf-8'],
  ['questoes.gift.txt', 'text/plain; charset=utf-8'],
])('the text %s is saved under its name, with its type, and no cache keeps it', async (name, type) => {
  const answer = await answerOf((reply) => sendTextFile(reply, name, 'Ana;São João'));
  expect(answer.body).toBe('Ana;São João');
  expect(answer.headers).toMatchObject({
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'content-type': type,
  });
});

it('a picture is closed to scripts and to pages of others, and cached as its route says', async () => {
  const picture = { stream: Readable.from([Buffer.from('webp')]), size: 4, mimeType: 'image/webp' };
  const answer = await answerOf((reply) => sendPicture(reply, picture, 'private, max-age=600'));
  expect(answer.body).toBe('webp');
  expect(answer.headers).toMatchObject({
    'cache-control': 'private, max-age=600',
    'content-type': 'image/webp',
    'content-length': '4',
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
});
