import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { createPerson } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { cookieOf, proofClient, UPLOAD_URL } from '#server/testing/proofs.ts';
import { receiptPdf, receiptPhoto } from '#server/testing/receipts.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { newPaymentCode } from './payment-code.ts';
import { PAYMENT_COOKIE, signedGrant } from './payment-cookie.ts';
import type { ProofGrant } from './proof-access.policy.ts';

const test = useTestApp();
const { holderOf, proofsOf, student, untouched, upload } = proofClient(test);

type Content = Buffer<ArrayBuffer>;

describe('faults', () => {
  it('a full disk changes nothing and says what to do', async () => {
    const person = await student();
    for (const failing of [1, 2]) {
      let calls = 0;
      const put = test.deps.files.put;
      const full = vi.spyOn(test.deps.files, 'put').mockImplementation(async (key, content) => {
        calls += 1;
        if (calls === failing) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        await put(key, content);
      });
      await untouched(person, async () => {
        const response = await upload(person.paymentCode, await receiptPhoto());
        expect(response.statusCode).toBe(503);
        expect(response.json().message).toBe(
          'Não conseguimos guardar o comprovante agora. Tente de novo em instantes.',
        );
      });
      full.mockRestore();
    }
    expect((await upload(person.paymentCode, await receiptPhoto())).statusCode).toBe(200);
  });

  it('a database that fails after the file was stored leaves no file', async () => {
    const person = await student();
    const away = vi.spyOn(test.deps.mail, 'send').mockRejectedValue(new Error('the queue is away'));
    await untouched(person, async () => {
      expect((await upload(person.paymentCode, await receiptPhoto())).statusCode).toBe(500);
    });
    away.mockRestore();
  });

  it('an upload cut off half way leaves nothing', async () => {
    const person = await student();
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    const { payload, headers } = await multipartForm({
      paymentCode: `${person.paymentCode}`,
      file: ['a.png', await receiptPhoto()],
    });
    const head = `POST ${UPLOAD_URL} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`;
    await untouched(person, async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(head);
      await new Promise<void>((resolve) => socket.write(payload.subarray(0, payload.length - 60), () => resolve()));
      socket.destroy();
      await vi.waitFor(async () => {
        const open = await new Promise((resolve) => test.app.server.getConnections((_, count) => resolve(count)));
        expect(open).toBe(0);
      });
    });
  });

  it('answers a client that is still sending, and keeps the connection in order', async () => {
    const { port } = test.app.server.address() as AddressInfo;
    const send = async (fields: Parameters<typeof multipartForm>[0]) => {
      const { payload, headers } = await multipartForm(fields);
      return fetch(`http://127.0.0.1:${port}${UPLOAD_URL}`, { method: 'POST', body: payload, headers });
    };
    const large: Content = Buffer.alloc(5_000_000, 1);
    expect((await send({ paymentCode: newPaymentCode(), file: ['a.png', large] })).status).toBe(404);
    expect((await send({ paymentCode: newPaymentCode(), file: ['a.png', large] })).status).toBe(404);
    const person = await student();
    expect((await send({ paymentCode: `${person.paymentCode}`, file: ['a.png', await receiptPhoto()] })).status).toBe(
      200,
    );
  });
});

describe('who may see a proof', () => {
  it('the administrator, the student and the sender may see it, and no one else', async () => {
    const owner = await createPerson(test.deps.db, { payment: 'pending', now: test.clock.now() });
    const admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
    const teacher = await createPerson(test.deps.db, { role: 'teacher', now: test.clock.now() });
    const stranger = await createPerson(test.deps.db, { now: test.clock.now() });
    const pdf = receiptPdf();
    const sender = cookieOf(await upload(owner.paymentCode, pdf));
    const intruder = cookieOf(await upload(owner.paymentCode, await receiptPhoto()));
    const [first, second] = await proofsOf(owner);
    const read = async (id: number | undefined, cookie?: string) =>
      (await test.request({ method: 'GET', url: `/api/payments/proofs/${id}`, ...(cookie ? { as: { cookie } } : {}) }))
        .statusCode;
    expect(await read(first?.id, admin.cookie)).toBe(200);
    expect(await read(first?.id, owner.cookie)).toBe(200);
    expect(await read(first?.id, sender)).toBe(200);
    expect(await read(first?.id, teacher.cookie)).toBe(404);
    expect(await read(first?.id, stranger.cookie)).toBe(404);
    // Knowing the code is enough to send a file, and never enough to look at the student's.
    expect(await read(first?.id, intruder)).toBe(404);
    expect(await read(second?.id, intruder)).toBe(200);
    expect(await read(first?.id)).toBe(404);
    expect(await read(999_999, admin.cookie)).toBe(404);
    expect(await read(first?.id, `alvorada_payment=${owner.paymentCode}`)).toBe(404);
  });

  it('not another payer, whose cookie is as genuine as the student’s', async () => {
    const [owner, payer] = [await student(), await student()];
    await upload(owner.paymentCode, await receiptPhoto(), { as: holderOf(owner) });
    const uploaded = cookieOf(await upload(payer.paymentCode, await receiptPhoto()));
    const [proof] = await proofsOf(owner);
    const signed = (proofs: ProofGrant) => ({
      cookie: `${PAYMENT_COOKIE}=${signedGrant(test.deps, { paymentCode: payer.paymentCode ?? '', proofs })}`,
    });
    // The last one is never handed out, and would still open nothing.
    for (const as of [holderOf(payer), { cookie: uploaded }, signed([proof?.id ?? 0])]) {
      for (const end of ['', '/preview']) {
        const response = await test.request({ method: 'GET', url: `/api/payments/proofs/${proof?.id}${end}`, as });
        expect(response.statusCode).toBe(404);
      }
    }
    const own = { method: 'GET', url: `/api/payments/proofs/${proof?.id}`, as: holderOf(owner) } as const;
    expect((await test.request(own)).statusCode).toBe(200);
  });

  it('is sent as a harmless file', async () => {
    const person = await createPerson(test.deps.db, { payment: 'pending', now: test.clock.now() });
    const pdf = receiptPdf();
    await upload(person.paymentCode, pdf);
    const [proof] = await proofsOf(person);
    const response = await test.request({ method: 'GET', url: `/api/payments/proofs/${proof?.id}`, as: person });
    expect(response.rawPayload.equals(pdf)).toBe(true);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'; .*frame-ancestors 'self'$/),
      'content-disposition': `inline; filename="comprovante-${person.paymentCode}.pdf"`,
      'cache-control': 'private, no-store',
    });
    expect(
      (await test.request({ method: 'GET', url: `/api/payments/proofs/${proof?.id}/preview`, as: person })).statusCode,
    ).toBe(404);
  });
});

it('logs what failed without a code or an address', () => {
  const log = test.logged();
  expect(log).toContain('a file could not be stored');
  expect(log).not.toContain('exemplo.com.br');
});
