import { Readable } from 'node:stream';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { handleErrors } from './errors.ts';

const SECRET = 'password of ana is 123';
const broken = () => new Error(SECRET);

async function answerOf(prepare: (app: FastifyInstance) => void, url = '/') {
  const lines: string[] = [];
  const app = Fastify({ logger: { level: 'error', stream: { write: (line: string) => void lines.push(line) } } });
  onTestFinished(() => app.close());
  handleErrors(app);
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-frame-options', 'DENY'));
  prepare(app);
  const response = await app.inject(url);
  return { response, lines };
}

const always = (app: FastifyInstance) =>
  app.addHook('onSend', async () => {
    throw broken();
  });
const hello = (app: FastifyInstance) => app.get('/', async () => ({ hello: 'world' }));

/** What fails, and how often the hook behind it throws: also for the error answer itself. */
const failures: Record<string, (app: FastifyInstance) => void> = {
  'an onSend hook that always throws': (app) => {
    always(app);
    hello(app);
  },
  'an onSend hook that always throws, in a callback': (app) => {
    app.addHook('onSend', (_request, _reply, _payload, done) => done(broken()));
    hello(app);
  },
  'an onSend hook that throws once': (app) => {
    let times = 0;
    app.addHook('onSend', async () => {
      times += 1;
      if (times === 1) throw broken();
    });
    hello(app);
  },
  'an onSend hook that always throws after a handler that throws': (app) => {
    always(app);
    app.get('/', () => Promise.reject(broken()));
  },
  'an onRequest and an onSend hook that throw': (app) => {
    app.addHook('onRequest', async () => {
      throw broken();
    });
    always(app);
    hello(app);
  },
  'a preSerialization hook that always throws': (app) => {
    app.addHook('preSerialization', async () => {
      throw broken();
    });
    hello(app);
  },
  'a preHandler hook that throws': (app) => {
    app.addHook('preHandler', (_request, _reply, done) => done(broken()));
    hello(app);
  },
  'a serializer that throws': (app) => {
    app.get('/', async (_request, reply) => {
      reply.serializer(() => {
        throw broken();
      });
      return { hello: 'world' };
    });
  },
  'an object that is no JSON': (app) => {
    app.get('/', async () => ({ id: 1n }));
  },
  'a payload of an impossible type': (app) => {
    app.get('/', async (_request, reply) => reply.type('text/plain').send(5));
  },
  'a header that cannot be written': (app) => {
    app.get('/', async (_request, reply) => reply.header('x-name', `${SECRET}\r\nx: y`).send('{}'));
  },
  'a header that cannot be written, sent at once': (app) => {
    app.get('/', (_request, reply) => {
      reply.header('x-name', `${SECRET}\u0100`).send('{}');
    });
  },
  'a stream that fails before its first byte': (app) => {
    app.get('/', async (_request, reply) =>
      reply.header('content-encoding', 'br').send(new Readable({ read: () => undefined }).destroy(broken())),
    );
  },
};

test.each(Object.entries(failures))('%s is answered as a bare 500, and logged', async (_, prepare) => {
  const { response, lines } = await answerOf(prepare);
  expect(response.statusCode).toBe(500);
  const body = response.json();
  expect([body.code, Object.keys(body).sort()]).toEqual(['internal', ['code', 'message', 'requestId']]);
  expect(response.body + JSON.stringify(response.headers)).not.toContain('ana');
  expect(response.headers).toMatchObject({
    'x-frame-options': 'DENY',
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  });
  expect(response.headers['content-encoding']).toBeUndefined();
  expect(lines.length).toBeGreaterThan(0);
});

test('an onSend hook that throws at an unknown address is a bare 500, too', async () => {
  const { response } = await answerOf(always, '/nowhere');
  expect([response.statusCode, response.json().code]).toEqual([500, 'internal']);
  expect(response.body).not.toContain('ana');
});

test('an error that replaces a file or a redirect has none of its headers', async () => {
  const { response } = await answerOf((app) => {
    app.get('/', async (_request, reply) => {
      reply.headers({
        'content-disposition': 'attachment; filename="a.pdf"',
        'content-encoding': 'br',
        'content-range': 'bytes 0-1/2',
        etag: '"a"',
        location: '/elsewhere',
        'set-cookie': 'a=b',
      });
      throw broken();
    });
  });
  const names = Object.keys(response.headers);
  for (const name of ['content-disposition', 'content-encoding', 'content-range', 'etag', 'location']) {
    expect(names).not.toContain(name);
  }
  // A refusal may set a cookie on purpose.
  expect(response.headers['set-cookie']).toBe('a=b');
});
