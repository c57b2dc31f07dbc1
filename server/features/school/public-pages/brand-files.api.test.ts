import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { brandFiles, brandVersion } from '#server/school/brand.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp();
let admin: Person;

const picture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();

async function upload(content: Buffer): Promise<string> {
  const form = await multipartForm({ file: ['logo.png', new Uint8Array(content)] });
  const reply = await test.request({ method: 'POST', url: '/api/media', as: admin, ...form });
  return reply.json().url;
}

async function change(wish: object) {
  const { version } = (await test.request({ url: '/api/admin/settings', as: admin })).json();
  return test.request({ method: 'PATCH', url: '/api/admin/settings', as: admin, payload: { version, ...wish } });
}

const read = async (file: string) => {
  const reply = await test.request({ url: `/brand/${file}` });
  return { status: reply.statusCode, headers: reply.headers, body: reply.rawPayload };
};

beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin' });
});

describe('the files of the brand', () => {
  it('show the symbol and the name in the colours of a school without pictures, and there is no logo', async () => {
    expect((await change({ schoolName: 'Curso Farol', colour: '#0f4c46', accent: '#f2784b' })).statusCode).toBe(200);
    for (const file of ['logo.png', 'logo-dark.png', 'mark.png']) expect((await read(file)).status, file).toBe(404);
    const { data, info } = await sharp((await read('link.png')).body)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([1200, 630]);
    expect([...data.subarray(0, 3)]).toEqual([0x0f, 0x4c, 0x46]);
  });

  it('are what was uploaded, in every size, to anybody, and kept for ever at the address of their version', async () => {
    const [logo, logoDark, mark] = await Promise.all([
      upload(await picture(900, 300, '#123456')),
      upload(await picture(900, 300, '#fedcba')),
      upload(await picture(600, 600, '#00aa00')),
    ]);
    expect((await change({ logo, logoDark, mark })).json().values).toMatchObject({ logo, logoDark, mark });
    const version = brandVersion(test.deps.school.now);
    for (const file of brandFiles) {
      const { status, headers, body } = await read(`${file}?v=${version}`);
      expect([status, headers['content-type']], file).toEqual([200, 'image/png']);
      expect(headers['cache-control'], file).toContain('immutable');
      const { width, height } = await sharp(body).metadata();
      const size = Number(/\d+/.exec(file)?.[0] ?? 0);
      if (size) expect([width, height], file).toEqual([size, size]);
    }
    expect((await read('logo.png?v=old')).headers['cache-control']).toBe('public, max-age=60');
    const { data } = await sharp((await read('mark.png')).body)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    // The library stores pictures with small losses.
    const [red = 99, green = 0] = data;
    expect([red < 8, Math.abs(green - 0xaa) < 8]).toEqual([true, true]);
    for (const url of [logo, logoDark, mark]) {
      const drop = await test.request({ method: 'DELETE', url: url.replace(/-.*/, ''), as: admin });
      expect(drop.json(), url).toMatchObject({ code: 'image_in_use' });
    }
  });

  it('show the symbol of the product for a minute while a file is missing, and the picture again once it is back', async () => {
    const { key } = await test.deps.db
      .selectFrom('media')
      .select('file_key as key')
      .where('id', '=', Number(/media\/(\d+)/.exec(test.deps.school.now.mark ?? '')?.[1]))
      .executeTakeFirstOrThrow();
    const bytes = await buffer((await test.deps.files.read(key))?.stream ?? new PassThrough());
    await test.deps.files.remove(key);
    expect((await change({ accent: '#f2784c' })).statusCode).toBe(200);
    const address = (file: string) => `${file}?v=${brandVersion(test.deps.school.now)}`;
    for (const file of ['icon-512.png', 'mark.png']) {
      const { status, headers } = await read(address(file));
      expect([status, headers['cache-control']], file).toEqual([200, 'public, max-age=60']);
    }
    expect((await read(address('logo.png'))).headers['cache-control']).toContain('immutable');
    await test.deps.files.put(key, bytes);
    const { headers, body } = await read(address('icon-512.png'));
    expect(headers['cache-control']).toContain('immutable');
    const { data } = await sharp(body).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(Math.abs((data[1] ?? 0) - 0xaa)).toBeLessThan(8);
  });

  it('are no others: a path, an unknown name and a picture that is gone are not found', async () => {
    for (const file of ['..%2Ficon-192.png', 'logo.svg', 'icon-64.png', ''])
      expect((await read(file)).status, file).toBe(404);
    expect((await change({ mark: '/api/media/999999' })).json().fields).toHaveProperty('mark');
    expect((await change({ logoDark: 'https://example.com/x.png' })).json().fields).toHaveProperty('logoDark');
  });

  it('are named by the manifest', async () => {
    const version = brandVersion(test.deps.school.now);
    const manifest = (await test.request({ url: '/manifest.webmanifest' })).json();
    expect(manifest).toMatchObject({ theme_color: '#0f4c46', background_color: '#0f4c46' });
    expect(manifest.icons.map(({ src }: { src: string }) => src)).toEqual([
      `/brand/icon-192.png?v=${version}`,
      `/brand/icon-512.png?v=${version}`,
      `/brand/icon-maskable-512.png?v=${version}`,
    ]);
  });

  it('do not change with colours that cannot be read, which are refused in words', async () => {
    const refused = async (wish: object) => (await change(wish)).json().fields;
    expect(await refused({ colour: '#ffe600' })).toMatchObject({ colour: expect.stringContaining('Letra branca') });
    expect(await refused({ accent: '#202020' })).toMatchObject({ accent: expect.stringContaining('Letra escura') });
    expect(await refused({ accent: 'url(x)' })).toHaveProperty('accent');
  });
});
