import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createOutside, OutsideFailed } from '#server/outside/outside.ts';
import { countRows, createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
const teacherOf = () => createPerson(test.deps.db, { role: 'teacher' });

const picture = (width: number, height: number, background = '#c33') =>
  sharp({ create: { width, height, channels: 3, background } });

function upload(as: Person | undefined, content: Uint8Array, name = 'foto.jpg') {
  const form = new FormData();
  form.set('name', name);
  form.set('file', new Blob([content as Uint8Array<ArrayBuffer>]), name);
  const request = new Request('http://x', { method: 'POST', body: form });
  return request.arrayBuffer().then((body) =>
    test.request({
      method: 'POST',
      url: '/api/media',
      payload: Buffer.from(body),
      headers: { 'content-type': String(request.headers.get('content-type')) },
      as,
    }),
  );
}

describe('images of a pasted text', () => {
  const copy = (as: Person, address: string) =>
    test.request({ method: 'POST', url: '/api/media/copies', payload: { address }, as });

  it('are fetched once into the library, and named by their address', async () => {
    const teacher = await teacherOf();
    const asked: string[] = [];
    test.deps.outside = async (address) => {
      asked.push(address);
      return { status: 200, headers: {}, body: await picture(40, 20).png().toBuffer() };
    };
    const first = await copy(teacher, 'https://exemplo.com.br/pasta/mapa.png?v=2');
    expect(first.statusCode).toBe(201);
    expect(first.json()).toMatchObject({ width: 40, height: 20 });
    const again = await copy(teacher, 'https://exemplo.com.br/outra.png');
    expect([again.statusCode, again.json().id]).toEqual([200, first.json().id]);
    expect(asked).toHaveLength(2);
    const { name } = await test.deps.db
      .selectFrom('media')
      .select('name')
      .where('id', '=', first.json().id)
      .executeTakeFirstOrThrow();
    expect(name).toBe('mapa.png');
  });

  it('that cannot come are refused in one way, and nothing is stored', async () => {
    const teacher = await teacherOf();
    const before = await countRows(test.deps.db, 'media');
    const refusals: [unknown, number, string][] = [
      [new OutsideFailed('refused'), 409, 'image_unreachable'],
      [new OutsideFailed('too_slow'), 409, 'image_unreachable'],
      [new OutsideFailed('too_large'), 413, 'too_large'],
      [{ status: 404, headers: {}, body: Buffer.from('x') }, 409, 'image_unreachable'],
      [{ status: 200, headers: {}, body: Buffer.from('<svg onload="x()">') }, 415, 'unsupported_type'],
    ];
    for (const [outcome, status, code] of refusals) {
      test.deps.outside = async () => {
        if (outcome instanceof Error) throw outcome;
        return outcome as Awaited<ReturnType<typeof test.deps.outside>>;
      };
      const response = await copy(teacher, 'https://exemplo.com.br/x.png');
      expect([response.statusCode, response.json().code]).toEqual([status, code]);
    }
    expect(await countRows(test.deps.db, 'media')).toBe(before);
  });

  it('never come from the school’s own network', async () => {
    const teacher = await teacherOf();
    test.deps.outside = createOutside();
    for (const address of ['http://127.0.0.1/', 'http://[::1]/', 'http://169.254.169.254/x', 'http://localhost/']) {
      expect((await copy(teacher, address)).json().code, address).toBe('image_unreachable');
    }
  });
});

it('a phone’s HEIC photo is refused, and the message names the format to send', async () => {
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]);
  const response = await upload(await teacherOf(), heic, 'IMG_0001.HEIC');
  expect(response.statusCode).toBe(415);
  expect(response.json().message).toContain('Envie como JPEG');
});

describe('images', () => {
  it('are kept with their size, upright, small and without where they were taken', async () => {
    const teacher = await teacherOf();
    const photo = await picture(3000, 1500)
      .withExif({ IFD0: { Copyright: 'segredo' }, IFD3: { GPSLatitude: '19/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const response = await upload(teacher, photo);
    expect(response.statusCode).toBe(201);
    const image = response.json();
    expect(image).toEqual({ id: image.id, url: image.url, width: 800, height: 1600 });
    expect(image.url).toMatch(new RegExp(`^/api/media/${image.id}-[0-9a-f]{32}$`));
    const shown = await test.request({ method: 'GET', url: image.url, as: teacher });
    expect(shown.statusCode).toBe(200);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
    });
    const meta = await sharp(shown.rawPayload).metadata();
    expect([meta.width, meta.height, meta.exif]).toEqual([800, 1600, undefined]);
    const known = await test.request({
      method: 'GET',
      url: image.url,
      as: teacher,
      headers: { 'if-none-match': String(shown.headers.etag) },
    });
    expect(known.statusCode).toBe(304);
  });

  it('leave no file behind when the database fails, and no unclaimed file once they are stored', async () => {
    const teacher = await teacherOf();
    const stored = async () => {
      const keys: string[] = [];
      for await (const { key } of test.deps.files.list()) keys.push(key);
      return keys;
    };
    const before = await stored();
    await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no''; END'`.execute(
      test.deps.db,
    );
    await sql`CREATE TRIGGER refuse BEFORE INSERT ON media EXECUTE FUNCTION refuse()`.execute(test.deps.db);
    const photo = await picture(20, 20, '#123').png().toBuffer();
    expect((await upload(teacher, photo)).statusCode).toBe(500);
    await sql`DROP TRIGGER refuse ON media`.execute(test.deps.db);
    expect(await stored()).toEqual(before);
    expect((await upload(teacher, photo)).statusCode).toBe(201);
    expect(await stored()).toHaveLength(before.length + 1);
    expect(await countRows(test.deps.db, 'unclaimed_files')).toBe(0);
  });

  it.each(['png', 'webp', 'gif', 'avif'] as const)('may be %s', async (format) => {
    const response = await upload(await teacherOf(), await picture(40, 30).toFormat(format).toBuffer());
    expect([response.statusCode, response.json().width, response.json().height]).toEqual([201, 40, 30]);
  });

  it('are the same image when the same file is sent again, also at once', async () => {
    const teacher = await teacherOf();
    const file = await picture(20, 20, '#123456').png().toBuffer();
    const before = await countRows(test.deps.db, 'media');
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(teacher, file)));
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(await countRows(test.deps.db, 'media')).toBe(before + 1);
  });

  it.each([
    ['a text', Buffer.from('olá')],
    ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PDF', Buffer.from('%PDF-1.7\n%%EOF')],
    ['the beginning of a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a GIF that is a script', Buffer.from('GIF89a=1;alert(1)//')],
  ])('are not %s', async (_, content) => {
    const before = await countRows(test.deps.db, 'media');
    const response = await upload(await teacherOf(), content);
    expect([response.statusCode, response.json().code]).toEqual([415, 'unsupported_type']);
    expect(await countRows(test.deps.db, 'media')).toBe(before);
  });

  it('are at most 10 MB and never empty', async () => {
    const teacher = await teacherOf();
    expect((await upload(teacher, new Uint8Array(10 * 1024 * 1024 + 1))).statusCode).toBe(413);
    expect((await upload(teacher, new Uint8Array(0))).statusCode).toBe(400);
  });

  it('come from authors only, and an unused one is hidden from everyone else', async () => {
    const file = await picture(10, 10).png().toBuffer();
    expect((await upload(await createPerson(test.deps.db), file)).statusCode).toBe(403);
    expect((await upload(undefined, file)).statusCode).toBe(401);
    const { url } = (await upload(await teacherOf(), file)).json();
    expect((await test.request({ method: 'GET', url })).statusCode).toBe(401);
    const student = await createPerson(test.deps.db);
    for (const address of [url, '/api/media/999999']) {
      expect((await test.request({ method: 'GET', url: address, as: student })).statusCode).toBe(404);
    }
  });
});
