import { beforeAll, describe, expect, it } from 'vitest';
import type { SettingChange, Settings, TestedPix } from '#contract/platform/settings.ts';
import { decodeBrCode } from '#server/pix/brcode.ts';
import { openDeps } from '#server/start.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { writtenMails } from '#server/testing/mails.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { saveFixedSettings } from './settings.service.ts';

const test = useTestApp({ COMPANY_ID: '12.345.678/0001-90', HOLIDAY_CARNIVAL: 'off' });
let admin: Person;
let other: Person;
beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
  other = await createPerson(test.deps.db, { role: 'admin', now: test.clock.now() });
});

const read = async () =>
  (await test.request({ method: 'GET', url: '/api/admin/settings', as: admin })).json<Settings>();
const change = async (wish: object, version?: number) =>
  test.request({
    method: 'PATCH',
    url: '/api/admin/settings',
    as: admin,
    payload: { version: version ?? (await read()).version, ...wish },
  });

describe('settings', () => {
  it('are the defaults at first, with what the environment fixes', async () => {
    expect(await read()).toEqual({
      version: 0,
      values: {
        schoolName: 'Alvorada',
        schoolSlogan: 'Antes da farda, a alvorada.',
        logo: null,
        logoDark: null,
        mark: null,
        colour: '#122341',
        accent: '#f2a618',
        companyId: '12.345.678/0001-90',
        supportEmail: 'suporte@alvorada.example',
        whatsappNumber: null,
        instagram: null,
        facebook: null,
        youtube: null,
        pixKey: null,
        pixMerchantName: null,
        pixMerchantCity: null,
        holidayCarnival: false,
        holidayCorpusChristi: false,
        secondFactor: 'optional',
        comments: 'on',
        commentWords: null,
        hidesCard: false,
        hidesSlip: false,
        hidesWhatsapp: false,
        couponHours: 72,
        reminderHours: 24,
        reminderDays: 3,
        cardTotalCents: null,
      },
      fixed: ['companyId', 'holidayCarnival'],
      provider: null,
      mail: { sender: 'Alvorada <nao-responda@localhost>', isSent: false, provenAt: null },
    });
  });

  it('hold at once where they were saved and in every other process', async () => {
    const { deps, close } = await openDeps(test.deps.config, test.connection, test.deps.log, test.clock);
    const told = new Promise<void>((resolve) => deps.school.onChange(resolve));
    const wish = {
      schoolName: ' Curso\nSol\u202e ',
      schoolSlogan: 'Estude <hoje>.',
      supportEmail: 'ajuda@sol.example',
      whatsappNumber: '5511999998888',
      instagram: 'https://instagram.com/sol',
      pixKey: '11.222.333/0001-81',
      holidayCorpusChristi: true,
    };
    const answer = await change(wish);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toEqual(await read());
    expect((await read()).values).toMatchObject({ ...wish, schoolName: 'Curso Sol' });
    expect(test.deps.school.now).toMatchObject({ schoolName: 'Curso Sol', pix: { key: '11222333000181' } });
    await told;
    expect(deps.school.now).toMatchObject({ schoolName: 'Curso Sol', holidays: { corpusChristi: true } });
    await close();
    expect((await test.request({ url: '/manifest.webmanifest' })).json()).toMatchObject({ name: 'Curso Sol' });
    expect((await test.request({ url: '/api/openapi.json' })).json().info.title).toBe('Curso Sol API');
  });

  it('are mailed to the other administrators when the PIX data change', async () => {
    await test.deps.jobs.drain();
    const mails = await writtenMails(test.deps.config.dataDir);
    expect(mails.filter(({ subject }) => subject === 'Os dados do PIX da escola mudaram').map(({ to }) => to)).toEqual([
      other.email,
    ]);
  });

  it('are recorded with their earlier value', async () => {
    await change({ schoolSlogan: 'Outro.' });
    const changes = (await test.request({ method: 'GET', url: '/api/admin/settings/changes', as: admin })).json<
      SettingChange[]
    >();
    expect(changes[0]).toMatchObject({ setting: 'schoolSlogan', before: 'Estude <hoje>.', after: 'Outro.' });
    expect(changes.map(({ setting }) => setting)).toContain('pixKey');
    expect(changes[0]?.by).toBe(`${admin.firstName} ${admin.lastName}`);
  });

  it('saved over a newer version are refused; what holds already is not a change', async () => {
    const { version } = await read();
    expect((await change({ schoolSlogan: 'De um.' }, version)).statusCode).toBe(200);
    expect((await change({ schoolSlogan: 'De outro.' }, version)).json().code).toBe('version_conflict');
    expect((await change({ schoolSlogan: 'De um.' }, version)).statusCode).toBe(200);
    expect((await read()).version).toBe(version + 1);
  });

  it.each([
    ['pixMerchantName', 'CURSO SOL NASCENTE', 1],
    ['pixMerchantCity', 'ITU', 1],
    ['schoolSlogan', 'Sem dinheiro no meio.', 0],
  ])('about money are mailed to the other administrators: %s', async (name, value, letters) => {
    const told = async () => {
      await test.deps.jobs.drain();
      const mails = await writtenMails(test.deps.config.dataDir);
      return mails.filter(({ subject, to }) => subject === 'Os dados do PIX da escola mudaram' && to === other.email);
    };
    const before = (await told()).length;
    expect((await change({ [name]: value })).statusCode).toBe(200);
    expect((await told()).length - before).toBe(letters);
  });

  it('that two administrators change at once are saved by one', async () => {
    const { version } = await read();
    const answers = await Promise.all(
      ['Sol', 'Lua'].map((youtube) => change({ youtube: `https://y.example/${youtube}` }, version)),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it('that the environment fixes stay', async () => {
    const refused = await change({ companyId: '1', schoolName: 'Nova' });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'setting_fixed']);
    expect(Object.keys(refused.json().fields)).toEqual(['companyId']);
    expect((await read()).values).toMatchObject({ companyId: '12.345.678/0001-90', schoolName: 'Curso Sol' });
  });

  it.each([
    ['schoolName', ''],
    ['schoolName', 'x'.repeat(81)],
    ['schoolName', 'a\0b'],
    ['schoolSlogan', 'x'.repeat(1_000)],
    ['supportEmail', 'ninguém'],
    ['whatsappNumber', '(11) 99999-8888'],
    ['instagram', 'javascript:alert(1)'],
    ['pixKey', '529.982.247-24'],
    ['pixMerchantName', 'x'.repeat(26)],
    ['secondFactor', 'never'],
    ['holidayCorpusChristi', 'yes'],
  ])('%s = %j is refused and named', async (name, value) => {
    const refused = await change({ [name]: value });
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json().fields)).toEqual([name]);
  });

  it('that are removed have their default', async () => {
    expect((await change({ schoolName: null, pixKey: null })).statusCode).toBe(200);
    expect((await read()).values).toMatchObject({ schoolName: 'Alvorada', pixKey: null });
  });
});

describe('tests', () => {
  const tryPix = (payload: object) =>
    test.request({ method: 'POST', url: '/api/admin/settings/test-pix', as: admin, payload });

  it('for a PIX code return what a bank app shows, before anything is saved', async () => {
    const tested = (
      await tryPix({ pixKey: '+55 11 94321-4321', pixMerchantName: 'Escola São João', pixMerchantCity: 'Goiânia' })
    ).json<TestedPix>();
    expect(tested).toMatchObject({
      key: '+5511943214321',
      keyKind: 'phone',
      merchantName: 'Escola Sao Joao',
      merchantCity: 'Goiania',
      amount: 100,
      isExample: false,
    });
    expect(decodeBrCode(tested.code)).toMatchObject({ key: '+5511943214321', amount: 100 });
    expect((await tryPix({})).json()).toMatchObject({ isExample: true });
    expect((await tryPix({ pixKey: 'x@y' })).json().fields).toHaveProperty('pixKey');
  });

  it('for the mail are sent at once to the administrator who asks', async () => {
    const answer = await test.request({ method: 'POST', url: '/api/admin/settings/test-mail', as: admin });
    expect(answer.json()).toEqual({ to: admin.email, outcome: 'kept' });
    const mails = await writtenMails(test.deps.config.dataDir);
    expect(mails.filter(({ subject }) => subject === 'E-mail de teste').map(({ to }) => to)).toEqual([admin.email]);
  });
});

it('in production what the environment names is kept for the day it no longer does', async () => {
  const config = {
    ...test.deps.config,
    isProduction: true,
    fixedSettings: {
      pixKey: 'pix@escola.example',
      pixMerchantName: 'ESCOLA',
      pixMerchantCity: 'RECIFE',
      supportEmail: 'a@b.example',
    },
  };
  const inProduction = { ...test.deps, config };
  await saveFixedSettings(inProduction);
  await saveFixedSettings(inProduction);
  const { values, fixed } = await read();
  expect(values).toMatchObject({ pixKey: 'pix@escola.example', supportEmail: 'a@b.example' });
  expect(fixed).not.toContain('pixKey');
});
