import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LandingClaim, LandingClaims } from '#contract/school/claims.ts';
import type { LandingContent } from '#contract/school/site-content.ts';
import { MINUTE_MS } from '#contract/time.ts';
import { auditOf } from '#server/testing/audit.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { defaultStatements } from './claim-rules.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
let admin: Person;
beforeAll(async () => {
  admin = await createPerson(test.deps.db, { role: 'admin', firstName: 'Marina', lastName: 'Farol' });
});
beforeEach(async () => {
  const { db } = test.deps;
  for (const table of ['landing_claims', 'page_drafts', 'page_versions'] as const) await db.deleteFrom(table).execute();
  await test.deps.site.renew();
  await rename(null);
});

const rename = async (schoolName: string | null) => {
  const { version } = (await test.request({ method: 'GET', url: '/api/admin/settings', as: admin })).json();
  const payload = { version, schoolName };
  expect((await test.request({ method: 'PATCH', url: '/api/admin/settings', as: admin, payload })).statusCode).toBe(
    200,
  );
};
const url = '/api/admin/landing-claims';
const claims = async (): Promise<LandingClaims> => (await test.request({ method: 'GET', url, as: admin })).json();
const find = async (topic: LandingClaim['topic']) => {
  const all = await claims();
  const claim = all.claims.find((one) => one.topic === topic);
  if (!claim) throw new Error(`The page makes no claim about ${topic}.`);
  return { ...claim, revision: all.revision };
};
const post = (id: string, action: 'confirm' | 'edit' | 'remove', payload: object) =>
  test.request({ method: 'POST', url: `${url}/${id}/${action}`, as: admin, payload });
const confirm = ({ id, statements }: LandingClaim, source = 'lista da turma de 2025') =>
  post(id, 'confirm', { statements, source });
const page = async () =>
  (await test.request({ method: 'GET', url: '/api/admin/pages/landing', as: admin })).json() as {
    revision: number;
    draft: LandingContent;
    warnings: { part: string; text: string }[];
  };
const saveDraft = async (content: LandingContent) => {
  const { revision } = await page();
  const payload = { revision, content };
  return test.request({ method: 'PUT', url: '/api/admin/pages/landing/draft', as: admin, payload });
};
const publish = async () => {
  const { revision } = await page();
  return test.request({
    method: 'POST',
    url: '/api/admin/pages/landing/publish',
    as: admin,
    payload: { revision },
  });
};
const isOpen = ({ state }: LandingClaim) => state === 'open';
/** Inserts into the table directly: a request for each claim would only be slower. */
const confirmAll = async () => {
  const confirmed = { source: 'lista', confirmed_at: test.clock.now(), confirmed_by: admin.id };
  const rows = [...defaultStatements((await page()).draft)].map((statement) => ({ statement, ...confirmed }));
  await test.deps.db.insertInto('landing_claims').values(rows).execute();
};
const changeTitle = async () => {
  const { draft } = await page();
  await saveDraft({ ...draft, hero: { ...draft.hero, title: 'Estude no Farol' } });
};
const waitingClaims = async () =>
  (await test.request({ method: 'GET', url: '/api/admin/home', as: admin })).json().waiting.claims;

describe('a school that still has the product’s name', () => {
  it('publishes the default copy without deciding anything, and its home names no claim', async () => {
    expect((await claims()).isRequired).toBe(false);
    expect(await waitingClaims()).toBeNull();
    await changeTitle();
    expect((await publish()).statusCode).toBe(200);
  });
});

describe('a school that has taken its own name', () => {
  beforeEach(() => rename('Curso Farol'));

  it('sees every figure, testimonial and promise of the default copy as open', async () => {
    const { isRequired, claims: all } = await claims();
    expect(isRequired).toBe(true);
    expect(new Set(all.filter(isOpen).map(({ topic }) => topic))).toEqual(
      new Set([
        'approvalRate',
        'students',
        'ranking',
        'reviews',
        'testimonial',
        'returnRight',
        'support',
        'weeklyMockExam',
        'accessEnd',
        'reviewTime',
        'paymentMeans',
      ]),
    );
    expect(all.filter(({ topic }) => topic === 'testimonial')).toHaveLength(3);
    expect(all.find(({ topic }) => topic === 'students')?.check).toBe('No sistema: nenhum aluno.');
  });

  it('is refused a publication with the number of open claims, and publishes once all are decided', async () => {
    const open = (await claims()).claims.filter(isOpen).length;
    await changeTitle();
    const refused = await publish();
    expect(refused.json()).toMatchObject({ code: 'claims_undecided' });
    expect(refused.json().message).toContain(`Faltam decidir ${open} afirmações`);
    await confirmAll();
    expect((await publish()).statusCode).toBe(200);
    expect((await test.request({ method: 'GET', url: '/' })).body.includes('Estude no Farol')).toBe(true);
  });

  it('is reminded of open claims on the home and in the editor, by name', async () => {
    expect(await waitingClaims()).toMatchObject({ count: expect.any(Number) });
    const { count, first } = await waitingClaims();
    expect(count).toBe((await claims()).claims.filter(isOpen).length);
    expect(first[0]).toBe(
      'Aulas diretas, mais de 3.000 questões comentadas e simulados toda semana para Soldado e Oficial da Polícia Militar.',
    );
    const { warnings } = await page();
    expect(warnings).toContainEqual({
      part: 'hero',
      text: 'Veio com o modelo e ninguém confirmou: “93% dos nossos alunos são aprovados.”',
    });
    await confirmAll();
    expect(await waitingClaims()).toEqual({ count: 0, first: [] });
  });

  it('keeps who confirmed a claim, when and with which source, and a repeat changes nothing', async () => {
    const claim = await find('approvalRate');
    expect((await post(claim.id, 'confirm', { statements: claim.statements, source: '  ' })).json()).toMatchObject({
      code: 'bad_request',
      fields: { source: 'Diga de onde vem, para poder provar.' },
    });
    await confirm(claim, '41 de 44 da turma de 2025');
    await confirm(claim, 'outra fonte');
    expect(await find('approvalRate')).toMatchObject({
      state: 'confirmed',
      confirmation: { source: '41 de 44 da turma de 2025', by: 'Marina Farol', at: test.clock.now().toISOString() },
    });
    const events = (await auditOf(test.deps.db, 'page:landing')).filter(({ action }) => action === 'claim.confirmed');
    expect(events.map(({ details }) => details)).toEqual([
      expect.objectContaining({ claim: 'approvalRate', source: '41 de 44 da turma de 2025' }),
    ]);
  });

  it('is asked again where a confirmed text returns to another text of the default copy', async () => {
    const claim = await find('students');
    await confirm(claim);
    const [figure] = claim.fields;
    await post(claim.id, 'edit', { revision: claim.revision, fields: [{ ...figure, next: '+312' }] });
    expect(await find('students')).toMatchObject({ state: 'own', statements: ['+312 alunos aprovados'] });
  });

  it('cannot confirm a text that was changed after it was read', async () => {
    const claim = await find('approvalRate');
    const { draft } = await page();
    await saveDraft({ ...draft, hero: { ...draft.hero, claim: '99% dos nossos alunos são aprovados.' } });
    expect((await confirm(claim)).json()).toMatchObject({ code: 'version_conflict' });
  });

  it('removes a claim from every part that states it, idempotently, and restores it with the earlier draft', async () => {
    const { draft } = await page();
    const claim = await find('approvalRate');
    const removed = await post(claim.id, 'remove', { revision: claim.revision });
    expect(removed.statusCode).toBe(200);
    expect((await post(claim.id, 'remove', { revision: claim.revision })).statusCode).toBe(200);
    const left = (await page()).draft;
    expect(left.hero.claim).toBe('');
    expect(left.stats.map(({ figure }) => figure)).toEqual(['+2.847', '1º lugar', '24h']);
    expect((await saveDraft(draft)).statusCode).toBe(200);
    expect((await find('approvalRate')).state).toBe('open');
  });

  it('can remove every claim that the law does not require, and the page still renders', async () => {
    for (let left = await claims(); ; ) {
      const next = left.claims.find(({ state, notRemovable }) => state === 'open' && notRemovable === null);
      if (!next) break;
      const answer = await post(next.id, 'remove', { revision: left.revision });
      expect(answer.statusCode).toBe(200);
      left = answer.json();
    }
    const stuck = (await claims()).claims.filter(isOpen).map(({ topic }) => topic);
    expect(stuck.toSorted()).toEqual(['accessEnd', 'paymentMeans', 'returnRight', 'weeklyMockExam']);
    await confirmAll();
    expect((await publish()).statusCode).toBe(200);
    const html = (await test.request({ method: 'GET', url: '/' })).body;
    for (const gone of ['93%', '2.847', '1º lugar', '4.9/5.0', 'Camila Nogueira']) {
      expect(html.includes(gone), gone).toBe(false);
    }
    expect(html.includes('7 dias')).toBe(true);
  });

  it('cannot remove or shorten the days that the law gives, and can lengthen them', async () => {
    const claim = await find('returnRight');
    expect((await post(claim.id, 'remove', { revision: claim.revision })).json()).toMatchObject({
      code: 'state_conflict',
    });
    const guarantee = claim.fields.find(({ path }) => path === 'pricing.guarantee');
    const change = (next: string) =>
      post(claim.id, 'edit', { revision: claim.revision, fields: [{ ...guarantee, next }] });
    expect((await change('Garantia de 3 dias: devolvemos tudo.')).statusCode).toBe(400);
    expect((await change('Garantia de verdade.')).statusCode).toBe(400);
    expect((await change('Garantia de 30 dias: devolvemos tudo.')).statusCode).toBe(200);
    expect(
      (await post(claim.id, 'confirm', { statements: (await find('returnRight')).statements, source: '' })).statusCode,
    ).toBe(200);
  });

  it('shows counted figures as they are on the day, and none that is hidden', async () => {
    const { db, clock } = test.deps;
    const fingerprint = Buffer.alloc(32);
    const lesson = { title: 'Crase', title_key: 'crase', content: '<p>a</p>', word_count: 1, fingerprint };
    const at = clock.now();
    const row = { ...lesson, created_at: at, updated_at: at };
    await db
      .insertInto('lessons')
      .values([row, { ...row, title_key: 'regencia' }])
      .execute();
    const { draft } = await page();
    const includes = ['120 aulas em texto', ...draft.pricing.includes];
    await saveDraft({ ...draft, pricing: { ...draft.pricing, includes } });
    expect(await find('lessons')).toMatchObject({
      state: 'counted',
      statements: ['2 aulas em texto'],
      counted: { count: 2, typed: '120 aulas em texto', isShown: true },
    });
    // The page leaves out a count of 0; the office reads it.
    expect((await find('questions')).statements).toContain('0 questões comentadas');
    await confirmAll();
    await publish();
    // Counts are cached for a minute.
    test.clock.set(new Date(test.clock.now().getTime() + 2 * MINUTE_MS).toISOString());
    const says = async (text: string) => (await test.request({ method: 'GET', url: '/' })).body.includes(text);
    expect(await says('2 aulas em texto')).toBe(true);
    // There is no question in the bank: the page does not state any.
    expect(await says('3.000')).toBe(false);
    expect(await says('questões comentadas</h3>')).toBe(false);
    const { revision } = await claims();
    const hide = { method: 'PUT', url: `${url}/counts/lessons`, as: admin } as const;
    expect((await test.request({ ...hide, payload: { revision, isShown: false } })).statusCode).toBe(200);
    expect((await find('lessons')).counted).toMatchObject({ isShown: false });
    await publish();
    expect(await says('aulas em texto')).toBe(false);
  });
});
