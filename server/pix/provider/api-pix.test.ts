import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pkcs12Of } from '#server/testing/certificates.ts';
import { BANK_CLIENT, startPixBank } from '#server/testing/pix-bank.ts';
import { createApiPix } from './api-pix.ts';

let bank: Awaited<ReturnType<typeof startPixBank>>;
let directory: string;
const key = 'pix@escola.com.br';
const txid = '7KQ2M0XRW94TB3HN0000000001';
const wish = {
  txid,
  amount: 29_700,
  card: { amount: 35_640, instalments: 12 },
  seconds: 3600,
  text: 'Escola - pedido 7KQ2M0XRW94TB3HN',
};

beforeAll(async () => {
  bank = await startPixBank();
  directory = mkdtempSync(join(tmpdir(), 'alvorada-pix-'));
});
afterAll(async () => {
  await bank.close();
  rmSync(directory, { recursive: true });
});
beforeEach(() => bank.charges.clear());

const provider = (more: Partial<Parameters<typeof createApiPix>[0]> = {}) =>
  createApiPix({
    url: bank.url,
    tokenUrl: `${bank.url}/oauth/token`,
    clientId: BANK_CLIENT.id,
    clientSecret: BANK_CLIENT.secret,
    certificate: bank.authority.issue('escola').pem,
    passphrase: undefined,
    ca: bank.ca,
    key: () => key,
    ...more,
  });

const faultOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'no fault',
    (error) => error,
  );

describe('the API Pix', () => {
  it('creates a charge once, reads it, and reports payments and refunds', async () => {
    const pix = provider();
    const { pixCode } = await pix.createCharge(wish);
    expect(pixCode).toContain(txid);
    expect(await pix.createCharge(wish)).toEqual({ pixCode, cardUrl: null, slipUrl: null, ids: [] });
    expect(bank.charges.get(txid)).toMatchObject({
      valor: { original: '297.00' },
      chave: key,
      calendario: { expiracao: 3600 },
      solicitacaoPagador: wish.text,
    });
    const open = { isOpen: true, amount: 29_700, isOurs: true, received: [] };
    expect(await pix.readCharge({ txid, ids: [] })).toEqual(open);
    const {
      pix: [paid],
    } = bank.pay(txid, 29_700);
    bank.giveBack(txid, 100);
    bank.giveBack(txid, 200, 'EM_PROCESSAMENTO');
    expect(await pix.readCharge({ txid, ids: [] })).toEqual({
      ...open,
      isOpen: false,
      received: [
        {
          endToEndId: paid?.endToEndId,
          amount: 29_700,
          returned: 100,
          fee: null,
          method: 'pix_confirmed',
          receivedAt: new Date(paid?.horario ?? 0),
          disputed: null,
          returns: [
            { name: 'D1', amount: 100, state: 'done', reference: null },
            { name: 'D2', amount: 200, state: 'processing', reference: null },
          ],
        },
      ],
    });
    expect(await pix.readCharge({ txid: txid.replace('7', '8'), ids: [] })).toBeUndefined();
    expect(await provider({ key: () => 'outra@escola.com.br' }).readCharge({ txid, ids: [] })).toMatchObject({
      isOurs: false,
    });
  });

  it('refunds once, however often it is called, and returns the state', async () => {
    const pix = provider();
    await pix.createCharge(wish);
    const {
      pix: [paid],
    } = bank.pay(txid, 29_700);
    const back = { txid, endToEndId: paid?.endToEndId ?? '', name: '7KQ2M0XRW94TB3HNR001', amount: 29_700 };
    expect(await pix.refund(back)).toBe('processing');
    // The first answer was lost: the bank refuses the repeated name, and reports the state of the refund.
    expect(await pix.refund(back)).toBe('processing');
    bank.finishReturns(txid, 'DEVOLVIDO');
    expect(await pix.refund(back)).toBe('done');
    expect(bank.charges.get(txid)?.pix[0]?.devolucoes).toHaveLength(1);
    expect(await faultOf(pix.refund({ ...back, name: '7KQ2M0XRW94TB3HNR002', amount: 1 }))).toMatchObject({
      isRefusal: true,
    });
    expect(await faultOf(pix.refund({ ...back, endToEndId: 'E0' }))).toMatchObject({ isRefusal: true });
    bank.fail(500);
    expect(await faultOf(pix.refund(back))).toMatchObject({ isRefusal: false });
  });

  it('shares one token between concurrent calls, and gets another when it expired early', async () => {
    const pix = provider();
    await pix.createCharge(wish);
    const before = bank.requests.length;
    await Promise.all(Array.from({ length: 10 }, () => pix.readCharge({ txid, ids: [] })));
    expect(bank.requests.slice(before).filter((one) => one.includes('token'))).toEqual([]);
    bank.fail(401);
    expect(await pix.readCharge({ txid, ids: [] })).toMatchObject({ isOpen: true });
    let now = Date.now();
    const other = createApiPix(
      {
        url: bank.url,
        tokenUrl: `${bank.url}/oauth/token`,
        clientId: BANK_CLIENT.id,
        clientSecret: BANK_CLIENT.secret,
        certificate: bank.authority.issue('escola').pem,
        passphrase: undefined,
        ca: bank.ca,
        key: () => key,
      },
      () => now,
    );
    await other.readCharge({ txid, ids: [] });
    now += 3600 * 1000;
    const asked = bank.requests.length;
    await other.readCharge({ txid, ids: [] });
    expect(bank.requests.slice(asked)[0]).toBe('POST /oauth/token');
  });

  it.each([
    [500, { isRefusal: false, pauseMs: 0 }],
    [503, { isRefusal: false, pauseMs: 0 }],
    [429, { isRefusal: false, pauseMs: 2000 }],
    [400, { isRefusal: true, pauseMs: 0 }],
    ['hang' as const, { isRefusal: false, pauseMs: 0 }],
    ['garbage' as const, { isRefusal: false, pauseMs: 0 }],
  ])('with answer %s fails with the matching kind of fault', async (fault, told) => {
    const pix = provider();
    await pix.createCharge(wish);
    bank.fail(fault);
    expect(await faultOf(pix.readCharge({ txid, ids: [] }))).toMatchObject(told);
    expect(await pix.readCharge({ txid, ids: [] })).toMatchObject({ isOpen: true });
  });

  it('refuses a wrong certificate, client or authority, and the error holds no secret', async () => {
    const expired = bank.authority.issueExpired('escola').pem;
    const stranger = (await import('#server/testing/certificates.ts')).testAuthority();
    const faults = await Promise.all([
      faultOf(provider({ certificate: undefined }).readCharge({ txid, ids: [] })),
      faultOf(provider({ certificate: expired }).readCharge({ txid, ids: [] })),
      faultOf(provider({ certificate: stranger.issue('escola').pem }).readCharge({ txid, ids: [] })),
      faultOf(provider({ ca: stranger.ca }).readCharge({ txid, ids: [] })),
      faultOf(provider({ clientSecret: 'segredo-errado' }).readCharge({ txid, ids: [] })),
      faultOf(provider({ certificate: '/there/is/no/file.pem' }).readCharge({ txid, ids: [] })),
    ]);
    for (const fault of faults) {
      expect(fault).toMatchObject({ isRefusal: false });
      expect(JSON.stringify([fault.message, fault])).not.toMatch(/segredo|BEGIN|7KQ2/);
    }
  });

  it('takes a replaced certificate from the next request on, without a restart', async () => {
    const file = join(directory, 'certificado.pem');
    writeFileSync(file, bank.authority.issueExpired('escola').pem);
    utimesSync(file, new Date(1000), new Date(1000));
    const pix = provider({ certificate: file });
    expect(await faultOf(pix.createCharge(wish))).not.toBe('no fault');
    writeFileSync(file, bank.authority.issue('escola').pem);
    expect(await pix.createCharge(wish)).toMatchObject({ pixCode: expect.any(String) });
  });

  it('takes PKCS#12 with its passphrase, replaced without a restart, and is not reached with a wrong one', async () => {
    const file = join(directory, 'certificado.p12');
    const write = (bytes: Buffer, seconds: number) => {
      writeFileSync(file, bytes);
      utimesSync(file, new Date(seconds * 1000), new Date(seconds * 1000));
    };
    write(pkcs12Of(bank.authority.issue('escola'), 'senha-do-arquivo'), 1);
    const pix = provider({ certificate: file, passphrase: 'senha-do-arquivo' });
    expect(await pix.createCharge(wish)).toMatchObject({ pixCode: expect.any(String) });
    const wrong = await faultOf(provider({ certificate: file, passphrase: 'outra' }).createCharge(wish));
    expect(wrong).toMatchObject({ isRefusal: false });
    expect(JSON.stringify([wrong.message, wrong])).not.toMatch(/senha|outra|certificado/);
    write(pkcs12Of(bank.authority.issueExpired('escola'), 'senha-do-arquivo'), 2);
    expect(await faultOf(pix.createCharge(wish))).not.toBe('no fault');
    write(pkcs12Of(bank.authority.issue('escola'), 'senha-do-arquivo'), 3);
    expect(await pix.createCharge(wish)).toMatchObject({ pixCode: expect.any(String) });
  });

  it('takes a replaced client secret and passphrase from their files, without a restart', async () => {
    const [secret, passphrase] = [join(directory, 'segredo'), join(directory, 'senha')];
    const file = join(directory, 'rodado.p12');
    writeFileSync(file, pkcs12Of(bank.authority.issue('escola'), 'senha-nova'));
    writeFileSync(secret, 'segredo-antigo\n');
    writeFileSync(passphrase, 'senha-antiga\n');
    const pix = provider({ clientSecret: `file:${secret}`, certificate: file, passphrase: `file:${passphrase}` });
    expect(await faultOf(pix.createCharge(wish))).toMatchObject({ isRefusal: false });
    writeFileSync(passphrase, 'senha-nova\n');
    expect(await faultOf(pix.createCharge(wish))).toMatchObject({ message: expect.stringContaining('401') });
    writeFileSync(secret, `${BANK_CLIENT.secret}\n`);
    expect(await pix.createCharge(wish)).toMatchObject({ pixCode: expect.any(String) });
    rmSync(passphrase);
    const gone = await faultOf(pix.createCharge(wish));
    expect(gone).toMatchObject({ isRefusal: false });
    expect(JSON.stringify([gone.message, gone])).not.toMatch(/segredo|senha/);
  });

  it('gets the address for webhooks', async () => {
    await provider().subscribe('https://escola.example/api/webhooks/api-pix/x');
    expect(bank.webhooks.at(-1)).toBe('https://escola.example/api/webhooks/api-pix/x');
  });

  it.each([
    ['nothing', undefined, []],
    ['a text', 'pix', []],
    ['something else', { pix: [{ txid: 'x' }] }, []],
    ['a txid that is none', { pix: [{ txid: '../etc', endToEndId: 'E1' }] }, []],
    ['a payment', { pix: [{ txid: 'a1', endToEndId: 'E1' }] }, [{ txid: 'a1', event: 'E1', mayBeForeign: false }]],
    [
      'a return',
      { pix: [{ txid: 'a1', endToEndId: 'E1', devolucoes: [{ id: 'D1', status: 'DEVOLVIDO' }] }] },
      [{ txid: 'a1', event: 'E1 D1:DEVOLVIDO', mayBeForeign: false }],
    ],
  ])('a webhook of %s', (_, body, events) => {
    expect(provider().readWebhook(body)).toEqual(events);
  });
});
