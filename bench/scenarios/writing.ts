import { createPasswords } from '#server/passwords/passwords.ts';
import { BENCH_PASSWORD, sessionToken } from '../data.ts';
import { cookieOf, scenario } from '../scenario.ts';

const json = { 'content-type': 'application/json' };
const body = (value: object) => Buffer.from(JSON.stringify(value));

export const login = scenario({
  name: 'login',
  grows: false,
  prepare: async ({ size }) => {
    const passwords = await createPasswords();
    const hash = await passwords.hash(BENCH_PASSWORD);
    return {
      request: (n) => ({
        method: 'POST',
        path: '/api/login',
        headers: json,
        body: body({ username: `student${1 + (n % size.students)}`, password: BENCH_PASSWORD }),
      }),
      connections: 8,
      ofWhich: { name: 'argon2id', once: () => passwords.matches(BENCH_PASSWORD, hash) },
    };
  },
});

export const publish = scenario({
  name: 'publish a lesson',
  grows: false,
  prepare: async () => {
    const content = `<p>${'Texto de uma aula com <strong>negrito</strong> e uma <a href="https://exemplo.com.br">ligação</a>. '.repeat(60)}</p>`;
    return {
      request: (n) => ({
        method: 'POST',
        path: '/api/articles',
        cookie: cookieOf(sessionToken('teacher', 1)),
        headers: json,
        body: body({ title: `Aula medida ${n} ${process.pid}`, content, subjectId: 1, published: true }),
      }),
      expect: [201],
      connections: 4,
      most: 2000,
    };
  },
});

/** One byte more each time, so that no file repeats an earlier one. */
const pdf = (n: number) =>
  Buffer.from(`%PDF-1.4\n1 0 obj<<>>endobj\n%${' '.repeat(200_000 + n)}\ntrailer<<>>\nstartxref\n9\n%%EOF\n`, 'latin1');

export const proofUpload = scenario({
  name: 'proof upload (200 KB PDF)',
  grows: false,
  prepare: async ({ pg }) => {
    const { rows } = await pg.query<{ code: string }>(
      "SELECT payment_code AS code FROM payments WHERE status = 'pending' ORDER BY id LIMIT 500",
    );
    const boundary = 'bench-boundary';
    return {
      request: (n) => {
        const head = `--${boundary}\r\ncontent-disposition: form-data; name="paymentCode"\r\n\r\n${rows[n % rows.length]?.code}\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="c.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;
        return {
          method: 'POST',
          path: '/api/payments/upload-proof-by-code',
          headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
          body: Buffer.concat([Buffer.from(head), pdf(n), Buffer.from(`\r\n--${boundary}--\r\n`)]),
        };
      },
      connections: 4,
      most: rows.length,
    };
  },
});
