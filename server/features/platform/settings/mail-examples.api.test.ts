import { globSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MailExample, MailPreview } from '#contract/mails.ts';
import type { Settings } from '#contract/platform/settings.ts';
import type { Letter } from '#server/mail/letter.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off', SUPPORT_EMAIL: 'ajuda@escola.example' });
let admin: Person;
beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
});

const get = async <T>(url: string) => (await test.request({ method: 'GET', url, as: admin })).json<T>();
const change = async (wish: object) => {
  const { version } = await get<Settings>('/api/admin/settings');
  return test.request({ method: 'PATCH', url: '/api/admin/settings', as: admin, payload: { version, ...wish } });
};

/** By name, wherever the code sends one. */
function kindsThatAreSent(): string[] {
  const sources = globSync('server/features/**/*.ts', { exclude: ['**/*.test.ts'] });
  const kinds = sources.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/(?:mail\.send\(\s*[\w.]+,\s*|await send\()'(\w+)'/g)].map(
      ([, kind = '']) => kind,
    ),
  );
  return [...new Set(kinds)].sort();
}

/** Every text of a letter but where its links lead, turned into an attack. */
function hostile(letter: Letter): Letter {
  const evil = (text: string) => `\u202E<script>alert(1)</script>" onload="x${text}`;
  const link = (given: Letter['action']) => given && { ...given, label: evil(given.label) };
  const { action, otherwise, footnote } = letter;
  return {
    subject: `${evil(letter.subject)}\r\nBcc: outro@exemplo.com.br`,
    greeting: evil(letter.greeting),
    paragraphs: letter.paragraphs.map(evil),
    ...(action ? { action: { ...action, label: link(action)?.label ?? '' } } : {}),
    ...(otherwise ? { otherwise: { ...otherwise, label: link(otherwise)?.label ?? '' } } : {}),
    ...(footnote ? { footnote: evil(footnote) } : {}),
  };
}

async function uploadLogo(): Promise<string> {
  const picture = await sharp({ create: { width: 900, height: 300, channels: 4, background: '#c0392b' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(picture)]), 'logo.png');
  const body = new Response(form);
  const answer = await test.request({
    method: 'POST',
    url: '/api/media',
    as: admin,
    headers: { 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return answer.json<{ url: string }>().url;
}

describe('every e-mail of the school', () => {
  it('can be looked at, has its plain text, the frame of the school, and runs nothing', async () => {
    const examples = await get<MailExample[]>('/api/admin/mails');
    expect([...new Set(examples.map(({ kind }) => kind))].sort()).toEqual(kindsThatAreSent());
    for (const { kind, form, subject, when } of examples) {
      const shown = await get<MailPreview>(`/api/admin/mails/${kind}/${form}`);
      expect(shown).toMatchObject({ subject, replyTo: 'ajuda@escola.example' });
      expect([subject, when].every((text) => text.length > 0)).toBe(true);
      for (const part of ['lang="pt-BR"', 'name="color-scheme"', '>Alvorada</span>', 'ajuda@escola.example']) {
        expect(shown.html, `${kind} ${form}`).toContain(part);
      }
      expect(shown.text).toMatch(/^Olá, Maria!\n\n/);
      expect(shown.text, `${kind} ${form}`).not.toMatch(/<[a-z]|\bundefined\b|\bnull\b|\bNaN\b/);
      expect(shown.html, `${kind} ${form}`).not.toMatch(/undefined|NaN/);
    }
    const unknown = await test.request({ method: 'GET', url: '/api/admin/mails/nothing/0', as: admin });
    expect(unknown.statusCode).toBe(404);
  });

  it('escapes its texts', async () => {
    for (const { kind, letter } of test.deps.mail.examples()) {
      const { html, text } = await test.deps.mail.show(hostile(letter));
      expect(html, kind).not.toMatch(/<script|" onload="|\u202E/);
      expect(text, kind).not.toContain('\u202E');
    }
  });

  it('about an announcement can be unsubscribed with one click, others cannot', async () => {
    const ends = (kind: string, form: number) =>
      get<MailPreview>(`/api/admin/mails/${kind}/${form}`).then(({ canUnsubscribe }) => canUnsubscribe);
    expect([await ends('notification', 0), await ends('notification', 1), await ends('password_reset', 0)]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('carries the logo and the colour of the school, which the library then keeps', async () => {
    const logo = await uploadLogo();
    expect((await change({ logo: '/api/media/999999' })).json().fields).toHaveProperty('logo');
    expect((await change({ logo: 'https://example.com/x.png' })).json().fields).toHaveProperty('logo');
    expect((await change({ colour: 'red' })).json().fields).toHaveProperty('colour');
    expect((await change({ logo, colour: '#0F4C46' })).json().values).toMatchObject({ logo, colour: '#0f4c46' });

    const { html } = await get<MailPreview>('/api/admin/mails/payment_approved/0');
    expect(html).toMatch(/<img src="data:image\/png;base64,[^"]+" alt="Alvorada" width="168" height="56"/);
    expect(html).toContain('background:#0f4c46;color:#ffffff');
    expect((await change({ accent: '#F2784B' })).json().values).toMatchObject({ accent: '#f2784b' });
    const { html: withAccent } = await get<MailPreview>('/api/admin/mails/payment_approved/0');
    expect(withAccent).toContain('background:#f2784b;color:#000000');
    expect(withAccent).toContain('border-bottom:4px solid #0f4c46');

    await test.request({ method: 'POST', url: '/api/admin/settings/test-mail', as: admin, payload: {} });
    const [mail] = await writtenMails(test.deps.config.dataDir);
    expect(mail?.html).toContain('<img src="cid:logo" alt="Alvorada"');
    expect(mail?.attachments).toMatchObject([{ contentId: '<logo>', mimeType: 'image/png' }]);

    const drop = await test.request({ method: 'DELETE', url: logo.replace(/-.*/, ''), as: admin });
    expect(drop.json()).toMatchObject({ code: 'image_in_use' });
    await change({ logo: null });
    expect((await get<MailPreview>('/api/admin/mails/payment_approved/0')).html).toContain('>Alvorada</span>');
    expect((await test.request({ method: 'DELETE', url: logo.replace(/-.*/, ''), as: admin })).statusCode).toBe(200);
  });
});
