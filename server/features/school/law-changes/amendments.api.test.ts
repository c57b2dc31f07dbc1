import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LawArticlePage, LawTextLine } from '#contract/content/laws.ts';
import type { LawChange, LawChangePreview } from '#contract/school/law-changes.ts';
import type { Card } from '#contract/study/cards.ts';
import { DAY_MS, MINUTE_MS } from '#contract/time.ts';
import { searchUnread } from '#server/features/content/laws/citing/citations.service.ts';
import { makeTestCard } from '#server/testing/cards.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { lawChangeCalls } from '#server/testing/law-changes.ts';
import { modelOf, sourceOf, words } from '#server/testing/law-models.ts';
import { createTestLaw } from '#server/testing/laws.ts';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { addDays } from '#server/time/calendar.ts';

const test = useTestApp();
let admin: Person;
let _student: Person;
let subjectId: number;
beforeAll(async () => {
  const now = test.clock.now();
  admin = await createPerson(test.deps.db, { role: 'admin', now });
  _student = await createPerson(test.deps.db, { role: 'student', now });
  subjectId = (await createSubject(test.deps.db)).id;
});
beforeEach(() => test.clock.advance(MINUTE_MS));

const { today, post, get, previewOf, apply, applied, itemsOf } = lawChangeCalls(test, () => admin);

describe('an amendment', () => {
  it('lists everything that cites a changed device and nothing else, over random edits of a law of 300 articles', async () => {
    const norm = 'Lei Aleatória';
    const model = modelOf(300);
    const lawId = await createTestLaw(test, admin, { source: sourceOf(model), name: norm });
    const cited = [...model.keys()].filter((_, at) => at % 7 === 0);
    const whole = Array.from({ length: 40 }, (_, at) => `art${at * 7 + 1}`);
    const lessons = new Map<number, string>();
    for (const id of [...cited.slice(0, 120), ...whole]) {
      const content = `<p>Veja o ${words(id, norm)}.</p>`;
      lessons.set(
        (await createLesson(test.deps.db, { content, subjectId, authorId: admin.id, createdAt: test.clock.now() })).id,
        id,
      );
    }
    await searchUnread(test.deps);
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.constantFrom(...model.keys()), { minLength: 1, maxLength: 25 }),
        async (edited) => {
          test.clock.advance(MINUTE_MS);
          const next = new Map(model);
          for (const [at, id] of edited.entries()) {
            if (at % 4 === 3 && !id.endsWith('_cpt')) next.delete(id);
            else next.set(id, `Novo texto ${randomUUID().replace(/\d/g, '')} de ${id}.`);
          }
          const change = await applied(lawId, sourceOf(next));
          expect(change.total).toBe(edited.length);
          const expected = [...lessons].filter(([, id]) => {
            const isArticle = !id.includes('_');
            return edited.some((one) => one === id || (isArticle && one.startsWith(`${id}_`)));
          });
          expect(new Set((await itemsOf(change.id)).map(({ targetId }) => targetId))).toEqual(
            new Set(expected.map(([lessonId]) => lessonId)),
          );
          const undone = await post(`/api/admin/law-changes/${change.id}/undo`, {});
          expect(undone.statusCode, undone.body).toBe(200);
          const lines: LawTextLine[] = await get(`/api/laws/${lawId}/text`);
          expect(lines).toHaveLength(model.size);
        },
      ),
      { numRuns: 6, endOnFailure: true },
    );
  });

  it('gives new texts from its day on, adds and revokes devices, and is one change under one key', async () => {
    const model = modelOf(3);
    const lawId = await createTestLaw(test, admin, { source: sourceOf(model), name: 'Lei Três' });
    const next = new Map([...model, ['art2-1_cpt', 'x']]);
    next.delete('art1_par1u');
    next.set('art3_cpt_inc1', 'Outro texto.');
    next.delete('art2-1_cpt');
    const source = sourceOf(next).replace('Art. 3º', 'Art. 2º-A. Um artigo novo.\n\nArt. 3º');
    const startsOn = addDays(today(), 10);
    const creationKey = randomUUID();
    const change = await applied(lawId, source, { startsOn, publishedOn: today(), creationKey });
    expect(change.devices.map(({ lexId, change: way }) => [lexId, way])).toEqual([
      ['art1_par1u', 'revoked'],
      ['art2-1_cpt', 'added'],
      ['art3_cpt_inc1', 'changed'],
    ]);
    const again = await post(`/api/admin/laws/${lawId}/changes`, {
      ...{
        format: 'text',
        source,
        kind: 'law',
        revision: 1,
        amending: 'Lei',
        publishedOn: null,
        startsOn,
        creationKey,
      },
    });
    expect([again.statusCode, again.json().id]).toEqual([200, change.id]);
    const text = async () => (await get(`/api/laws/${lawId}/text`)).map((line: LawTextLine) => line.lexId);
    expect(await text()).not.toContain('art2-1_cpt');
    const waiting: LawArticlePage = await get(`/api/laws/${lawId}/articles/art3`);
    expect(waiting.history[0]).toMatchObject({
      text: 'Outro texto;',
      from: startsOn,
      publishedOn: today(),
      isLater: true,
    });
    test.clock.advance(11 * DAY_MS);
    expect(await text()).toContain('art2-1_cpt');
    const page: LawArticlePage = await get(`/api/laws/${lawId}/articles/art2`);
    expect(page.next?.lexId).toBe('art2-1');
    const first: LawArticlePage = await get(`/api/laws/${lawId}/articles/art1`);
    expect(first.article.devices.find(({ lexId }) => lexId === 'art1_par1u')?.state).toBe('revoked');
  });

  it('refuses a text without a change, a day before the publication and a law that changed since', async () => {
    const lawId = await createTestLaw(test, admin, { source: sourceOf(modelOf(2)), name: 'Lei Igual' });
    const same = await apply(lawId, sourceOf(modelOf(2)));
    expect([same.statusCode, Object.keys(same.json().fields)]).toEqual([400, ['source']]);
    const changed = sourceOf(modelOf(2)).replace('Texto de art1_cpt:', 'Mudou:');
    const early = await apply(lawId, changed, { publishedOn: addDays(today(), 1) });
    expect([early.statusCode, Object.keys(early.json().fields)]).toEqual([400, ['startsOn']]);
    const late = await apply(lawId, changed, { revision: 99 });
    expect([late.statusCode, late.json().code]).toEqual([409, 'version_conflict']);
    expect(
      (
        await post('/api/admin/laws/999999/changes/preview', {
          ...{ format: 'text', source: 'x', kind: 'law', startsOn: today() },
        })
      ).statusCode,
    ).toBe(404);
  });

  it('is compared with the text in force on its date, whatever changes are planned', async () => {
    const model = modelOf(4);
    const lawId = await createTestLaw(test, admin, { source: sourceOf(model), name: 'Lei de Amanhã' });
    const next = sourceOf(new Map([...model, ['art1_cpt', 'Amanhã.']])).replace(
      'Art. 4º',
      'Art. 3º-A. Novo.\n\nArt. 4º',
    );
    const startsOn = addDays(today(), 10);
    const coming = await applied(lawId, next, { startsOn });
    const now = sourceOf(new Map([...model, ['art2_cpt', 'Hoje.']])).replace('Art. 4º', 'Art. 3º-A. Já.\n\nArt. 4º');
    const ways = ({ devices }: LawChangePreview | LawChange) => devices.map(({ lexId, change }) => [lexId, change]);
    expect(ways(await previewOf(lawId, now))).toEqual([
      ['art2_cpt', 'changed'],
      ['art3-1_cpt', 'added'],
    ]);
    expect(ways(await previewOf(lawId, now, 'law', startsOn))).toEqual([
      ['art1_cpt', 'changed'],
      ['art2_cpt', 'changed'],
      ['art3-1_cpt', 'changed'],
    ]);
    const at = async (lexId: string) =>
      (await get(`/api/laws/${lawId}/text`)).find((line: LawTextLine) => line.lexId === lexId)?.text;
    const change = await applied(lawId, now);
    expect([await at('art1_cpt'), await at('art3-1_cpt')]).toEqual(['Texto de art1_cpt:', 'Já.']);
    await post(`/api/admin/law-changes/${change.id}/undo`, {});
    expect(await at('art3-1_cpt')).toBeUndefined();
    test.clock.advance(10 * DAY_MS);
    expect([await at('art1_cpt'), await at('art3-1_cpt')]).toEqual(['Amanhã:', 'Novo.']);
    expect(coming.total).toBe(2);
  });

  it('asks the owner of a card to check it from its day on, not before', async () => {
    const owner = await createPerson(test.deps.db, { role: 'student', now: test.clock.now() });
    const model = modelOf(4);
    const lawId = await createTestLaw(test, admin, { source: sourceOf(model), name: 'Lei dos Cartões' });
    const source = { kind: 'law', lawId, lexId: 'art1' } as const;
    const { id } = await makeTestCard(test, owner, { source });
    const startsOn = addDays(today(), 10);
    const next = sourceOf(new Map([...model, ['art1_cpt', 'Amanhã.']]));
    await applied(lawId, next, { startsOn });
    const isChanged = async (card: number) => ((await get(`/api/cards/${card}`, owner)) as Card).source?.isChanged;
    expect(await isChanged(id)).toBe(false);
    const newer = await makeTestCard(test, owner, { source });
    expect(newer.source?.isChanged).toBe(false);
    test.clock.advance(10 * DAY_MS);
    expect([await isChanged(id), await isChanged(newer.id)]).toEqual([true, true]);
    const checked = await test.request({
      ...{ method: 'PATCH', url: `/api/cards/${id}`, payload: { isSourceChecked: true }, as: owner },
    });
    expect([checked.statusCode, await isChanged(id)]).toEqual([200, false]);
  });

  it('refuses a text without articles, and a part of the law without a confirmation', async () => {
    const lawId = await createTestLaw(test, admin, { source: sourceOf(modelOf(10)), name: 'Lei Inteira' });
    const page = { format: 'text', source: 'Página não encontrada. Volte ao início.', kind: 'law', startsOn: today() };
    const none = await post(`/api/admin/laws/${lawId}/changes/preview`, page);
    expect([none.statusCode, Object.keys(none.json().fields)]).toEqual([400, ['source']]);
    const part = sourceOf(modelOf(5)).replace('Texto de art1_cpt:', 'Mudou:');
    expect(await previewOf(lawId, part)).toMatchObject({
      counts: { changed: 1, added: 0, revoked: 20 },
      inForce: 40,
      revokesMany: true,
    });
    const refused = await apply(lawId, part);
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['confirmsRevoked']]);
    expect((await applied(lawId, part, { confirmsRevoked: true })).total).toBe(21);
    const most = sourceOf(modelOf(4));
    expect(await previewOf(lawId, most)).toMatchObject({ counts: { revoked: 4 }, inForce: 20, revokesMany: false });
  });

  it('changes nothing in vetoed devices, and gives a vetoed one no force', async () => {
    const source = 'Art. 1º Um:\n\nI - (VETADO);\n\nII - dois.\n\nArt. 2º Outro.';
    const lawId = await createTestLaw(test, admin, { source, name: 'Lei Vetada' });
    const change = await applied(lawId, source.replace('Outro.', 'Outro:\n\nI - (VETADO).'));
    expect(change.devices.map(({ lexId }) => lexId)).toEqual(['art2_cpt', 'art2_cpt_inc1']);
    const page: LawArticlePage = await get(`/api/laws/${lawId}/articles/art2`);
    expect(page.article.devices.find(({ lexId }) => lexId === 'art2_cpt_inc1')?.state).toBe('vetoed');
  });

  it('is read from the amending law: quoted texts, dots for what stays, and what it revokes', async () => {
    const lawId = await createTestLaw(test, admin, {
      urn: 'urn:lex:br:federal:lei:1999-01-01;9999',
      name: 'Lei nº 9.999, de 1999',
      source: 'Art. 1º Primeiro:\n\nI - um;\n\nII - dois.\n\nArt. 2º Segundo.\n\nParágrafo único. Único.',
    });
    const amending = [
      'LEI Nº 15.001, DE 2026',
      'Art. 1º A Lei nº 9.999, de 1999, passa a vigorar com as seguintes alterações:',
      '“Art. 1º ...........................',
      'II - dois novos;',
      'III - três.” (NR)',
      'Art. 2º A Lei nº 8.888, de 1998, passa a vigorar assim:',
      '“Art. 2º Não é desta lei.” (NR)',
      'Art. 3º Fica revogado o parágrafo único do art. 2º da Lei nº 9.999, de 1999.',
    ].join('\n\n');
    const preview = await previewOf(lawId, amending, 'amending');
    expect(preview.devices.map(({ lexId, change }) => [lexId, change])).toEqual([
      ['art1_cpt_inc2', 'changed'],
      ['art1_cpt_inc3', 'added'],
      ['art2_par1u', 'revoked'],
    ]);
    await applied(lawId, amending, {}, 'amending');
    const lines: LawTextLine[] = await get(`/api/laws/${lawId}/text`);
    expect(lines.map(({ lexId }) => lexId)).toEqual([
      'art1_cpt',
      'art1_cpt_inc1',
      'art1_cpt_inc2',
      'art1_cpt_inc3',
      'art2_cpt',
      'art2_par1u',
    ]);
  });
});
