import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { countRows, createPerson } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { cookieOf, newAddress, proofClient, UPLOAD_URL } from '#server/testing/proofs.ts';
import { claimedPng, phonePhoto, receiptPdf, receiptPhoto } from '#server/testing/receipts.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { newPaymentCode } from './payment-code.ts';

const test = useTestApp();
const { announce, eventsOf, holderOf, proofsOf, statusOf, student, untouched, upload } = proofClient(test);

const LIMIT = 5_242_880;

type Content = Buffer<ArrayBuffer>;

describe('a proof', () => {
  it.each(['png', 'jpeg', 'webp', 'gif', 'avif'] as const)('may be a %s, whatever its name', async (format) => {
    const person = await student();
    const content = await receiptPhoto(format);
    const response = await upload(person.paymentCode, content, { name: 'x.exe' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ status: 'analyzing', proofUploadedAt: test.clock.now().toISOString() });
    const [proof] = await proofsOf(person);
    expect(proof).toMatchObject({ type: `image/${format}`, size: content.length });
    expect(proof?.preview_key).not.toBeNull();
  });

  it('may be a PDF or a HEIC, which have no preview; browsers get the HEIC as a file', async () => {
    const person = await student();
    expect((await upload(person.paymentCode, receiptPdf())).statusCode).toBe(200);
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), Buffer.alloc(64)]);
    expect((await upload(person.paymentCode, heic)).statusCode).toBe(200);
    expect((await proofsOf(person)).map(({ type, preview_key }) => [type, preview_key])).toEqual([
      ['application/pdf', null],
      ['image/heic', null],
    ]);
    const kept = (await proofsOf(person))[1];
    const sent = await test.request({ method: 'GET', url: `/api/payments/proofs/${kept?.id}`, as: holderOf(person) });
    expect(sent.headers['content-disposition']).toBe(`attachment; filename="comprovante-${person.paymentCode}.heic"`);
  });

  it('may be a PDF with bytes around it, as bank apps make them', async () => {
    const person = await student();
    for (const [before, behind] of [
      ['\r\n\r\n', ''],
      ['\xef\xbb\xbf', '\r\n------Boundary--\r\n'],
      ['Content-Type: application/pdf\r\n\r\n', '\0\0'],
    ] as const) {
      const content = Buffer.concat([Buffer.from(before, 'latin1'), receiptPdf(), Buffer.from(behind, 'latin1')]);
      expect((await upload(person.paymentCode, content)).statusCode).toBe(200);
    }
    expect((await proofsOf(person)).map(({ type }) => type)).toEqual(Array(3).fill('application/pdf'));
  });

  it('which is no PDF though it claims to be one says what to do', async () => {
    const person = await student();
    const response = await upload(person.paymentCode, receiptPdf().subarray(0, 200));
    expect([response.statusCode, response.json().message]).toEqual([
      415,
      'Envie uma imagem ou um PDF. Se este já é um PDF, salve o PDF de novo ou envie um print.',
    ]);
  });

  it('may come after the code or before it', async () => {
    const person = await student();
    const form = await multipartForm({ file: ['a.png', await receiptPhoto()], paymentCode: `${person.paymentCode}` });
    expect((await test.request({ method: 'POST', url: UPLOAD_URL, ...form })).statusCode).toBe(200);
  });

  it('may have 5 MB, and not one byte more', async () => {
    const exact = await student();
    const pdf = receiptPdf();
    const padded = (size: number) => Buffer.concat([pdf, Buffer.alloc(size - pdf.length, '\n')]);
    expect((await upload(exact.paymentCode, padded(LIMIT))).statusCode).toBe(200);
    const person = await student();
    await untouched(person, async () => {
      const response = await upload(person.paymentCode, padded(LIMIT + 1));
      expect(response.statusCode).toBe(413);
      expect(response.json()).toMatchObject({ code: 'too_large', message: 'O arquivo deve ter no máximo 5MB.' });
    });
  });

  it('is kept as sent, and shown upright without its metadata', async () => {
    const person = await student();
    const photo = await phonePhoto();
    const sent = await upload(person.paymentCode, photo);
    const cookie = cookieOf(sent);
    const [proof] = await proofsOf(person);
    const original = await test.request({ method: 'GET', url: `/api/payments/proofs/${proof?.id}`, as: { cookie } });
    expect(original.rawPayload.equals(photo)).toBe(true);
    const preview = await test.request({
      method: 'GET',
      url: `/api/payments/proofs/${proof?.id}/preview`,
      as: { cookie },
    });
    const metadata = await sharp(preview.rawPayload).metadata();
    expect([metadata.format, metadata.width, metadata.height]).toEqual(['webp', 800, 1600]);
    expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined]);
  });
});

describe('what is no proof', () => {
  const html = '<!doctype html><html><script>alert(1)</script></html>';
  const zip = Buffer.from('504b0304140000000000', 'hex');
  it.each<[string, Content, number]>([
    ['a renamed program', Buffer.from(`MZ${'\0'.repeat(200)}This program cannot be run in DOS mode.`), 415],
    ['a page with the header of a picture', Buffer.from(`GIF89a${html}`), 415],
    ['a page with the header of a PNG', Buffer.concat([claimedPng(10, 10).subarray(0, 8), Buffer.from(html)]), 415],
    [
      'a drawing with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      415,
    ],
    ['a page', Buffer.from(html), 415],
    ['plain text', Buffer.from('paguei, confia'), 415],
    [
      'a PDF that is a page, too',
      Buffer.from(receiptPdf().toString('latin1').replace('\n', `\n${html}\n`), 'latin1'),
      415,
    ],
    ['a PDF behind a page', Buffer.concat([Buffer.from(html), receiptPdf()]), 415],
    ['a PDF with an archive behind it', Buffer.concat([receiptPdf(), zip]), 415],
    ['the beginning of a PDF', receiptPdf().subarray(0, 200), 415],
    ['an empty file', Buffer.alloc(0), 400],
    ['a picture of 64,000 × 64,000 pixels', claimedPng(64_000, 64_000), 413],
  ])('%s is refused', async (_, content, status) => {
    const person = await student();
    await untouched(person, async () => {
      const response = await upload(person.paymentCode, content);
      expect(response.statusCode).toBe(status);
      expect(response.json().message).toMatch(
        /^(Envie uma imagem ou um PDF\.|O arquivo está vazio|A imagem tem pixels demais)/,
      );
      expect(response.cookies).toEqual([]);
    });
  });

  it('a wrong code, a missing code and a missing file get different answers', async () => {
    const person = await student();
    const photo = await receiptPhoto();
    await untouched(person, async () => {
      expect((await upload(newPaymentCode(), photo)).statusCode).toBe(404);
      expect((await upload('nada', photo)).json()).toMatchObject({
        code: 'not_found',
        message: 'Pagamento não encontrado.',
      });
      const noCode = await test.request({
        method: 'POST',
        url: UPLOAD_URL,
        ...(await multipartForm({ file: ['a.png', photo] })),
      });
      expect([noCode.statusCode, noCode.json().fields]).toEqual([400, { paymentCode: 'Campo obrigatório.' }]);
      const form = await multipartForm({ paymentCode: `${person.paymentCode}` });
      const noFile = await test.request({ method: 'POST', url: UPLOAD_URL, ...form });
      expect([noFile.statusCode, noFile.json().fields]).toEqual([400, { file: 'Campo obrigatório.' }]);
      for (const payload of [{}, { paymentCode: 7 }, { paymentCode: '' }]) {
        expect((await test.request({ method: 'POST', url: UPLOAD_URL, payload })).statusCode).toBe(400);
      }
      const text = {
        method: 'POST',
        url: UPLOAD_URL,
        headers: { 'content-type': 'text/plain' },
        payload: 'x',
      } as const;
      expect((await test.request(text)).statusCode).toBe(415);
    });
  });

  it('an upload with two files is refused', async () => {
    const person = await student();
    const form = new FormData();
    form.append('paymentCode', `${person.paymentCode}`);
    for (const name of ['a', 'b']) form.append('file', new Blob([await receiptPhoto()]), `${name}.png`);
    const encoded = new Response(form);
    await untouched(person, async () => {
      const response = await test.request({
        method: 'POST',
        url: UPLOAD_URL,
        payload: Buffer.from(await encoded.arrayBuffer()),
        headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      });
      expect([response.statusCode, response.json().message]).toEqual([400, 'Envie um arquivo por vez.']);
    });
  });

  it('multipart is taken nowhere else', async () => {
    const form = await multipartForm({ email: 'a@b.co' });
    const response = await test.request({ method: 'POST', url: '/api/payments/create-by-email', ...form });
    expect(response.statusCode).toBe(415);
  });
});

describe('repeating, adding, retrying', () => {
  it('accepts the same file again without a second proof', async () => {
    const person = await student();
    const photo = await receiptPhoto();
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload(person.paymentCode, photo)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await proofsOf(person)).toHaveLength(1);
    expect((await upload(person.paymentCode, photo)).json().status).toBe('analyzing');
    expect(await countRows(test.deps.db, 'unclaimed_files')).toBe(0);
    expect(await eventsOf(person)).toEqual(['payment.analyzing']);
  });

  it('keeps both of two files sent at once', async () => {
    const person = await student();
    const photos = [await receiptPhoto(), await receiptPhoto()];
    const answers = await Promise.all(photos.map((photo) => upload(person.paymentCode, photo)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await proofsOf(person)).toHaveLength(2);
  });

  it('takes five of one sender and refuses the sixth, also when eight come at once', async () => {
    const person = await student();
    const photos = await Promise.all(Array.from({ length: 8 }, () => receiptPhoto()));
    const from = newAddress();
    const answers = await Promise.all(photos.map((photo) => upload(person.paymentCode, photo, { from })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
    const refused = answers.filter(({ statusCode }) => statusCode === 409);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.json()).toMatchObject({ code: 'too_many_proofs', status: 'analyzing' });
    expect(await proofsOf(person)).toHaveLength(5);
    expect(await countRows(test.deps.db, 'unclaimed_files')).toBe(0);
    await untouched(person, async () => {
      expect((await upload(person.paymentCode, await receiptPhoto(), { from })).statusCode).toBe(409);
    });
  });

  it('does not let a later proof push a student back in the queue', async () => {
    const person = await student();
    const first = (await upload(person.paymentCode, await receiptPhoto())).json().proofUploadedAt;
    test.clock.advance(60_000);
    expect((await upload(person.paymentCode, await receiptPhoto())).json().proofUploadedAt).toBe(first);
  });

  it('goes back to analysis after a rejection, with the same code, a new file or the same', async () => {
    for (const again of ['new', 'same'] as const) {
      const person = await student();
      const admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
      const photo = await receiptPhoto();
      await upload(person.paymentCode, photo);
      await test.request({
        method: 'POST',
        url: '/api/admin/payments/reject',
        payload: { paymentCode: person.paymentCode, reason: 'Ilegível' },
        as: admin,
      });
      expect(await statusOf(person)).toBe('rejected');
      const retried = await upload(person.paymentCode, again === 'same' ? photo : await receiptPhoto());
      expect(retried.json()).toMatchObject({ status: 'analyzing', rejectionReason: null });
      expect(await proofsOf(person)).toHaveLength(again === 'same' ? 1 : 2);
    }
  });

  it('takes the code alone, without a file', async () => {
    const person = await student();
    const first = await announce(person.paymentCode);
    expect(first.json()).toMatchObject({ status: 'analyzing', proofUploadedAt: null });
    expect((await announce(person.paymentCode)).statusCode).toBe(200);
    expect((await upload(person.paymentCode, await receiptPhoto())).json().proofUploadedAt).not.toBeNull();
  });

  it("refuses the code of another's approved payment", async () => {
    const person = await student('approved');
    await untouched(person, async () => {
      for (const response of [
        await upload(person.paymentCode, await receiptPhoto()),
        await announce(person.paymentCode),
      ]) {
        expect(response.statusCode).toBe(409);
        expect(response.json()).toMatchObject({ code: 'state_conflict', status: 'approved' });
      }
    });
  });

  it('throttles a code that is tried again and again', async () => {
    const person = await student();
    const noise = Buffer.from('isto não é um comprovante');
    const from = newAddress();
    for (let i = 0; i < 30; i += 1) expect((await upload(person.paymentCode, noise, { from })).statusCode).toBe(415);
    expect((await upload(person.paymentCode, noise, { from })).statusCode).toBe(429);
    // A sender who uses up the limit of a code does not block others.
    expect((await upload(person.paymentCode, await receiptPhoto(), { from, as: holderOf(person) })).statusCode).toBe(
      200,
    );
    expect((await upload(person.paymentCode, await receiptPhoto())).statusCode).toBe(200);
  });
});
