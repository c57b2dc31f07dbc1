import { beforeAll, describe, expect, it } from 'vitest';
import { type Espelho, mostPoints } from '#contract/exams/espelho.ts';
import { espelhoPresets } from '#contract/exams/espelho-presets.ts';
import { emptyCorrection } from '#contract/exams/essay-corrections.ts';
import type { ThemeDraft, ThemeVersion } from '#contract/exams/essay-themes.ts';
import { essayClient, essayOf, fullPoints } from '#server/testing/essays.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { regradeBatch } from './regrading.service.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { call, publishTheme, deliver } = essayClient(test);
const desk = '/api/teacher/essays';
const espelho = espelhoPresets[0]?.espelho as Espelho;
const reason = 'O peso do tema é 2.';
/** The first criterion counts twice. */
const corrected: Espelho = {
  ...espelho,
  criteria: espelho.criteria.map((one) => (one.key === 'tema' ? { ...one, weight: 2 } : one)),
};
let ana: Person;
let rui: Person;
let eva: Person;

beforeAll(async () => {
  const teacher = () => createPerson(test.deps.db, { role: 'teacher' });
  [ana, rui, eva] = [await teacher(), await teacher(), await teacher()];
});

const newEssay = async (themeId: number) => {
  const student = await createPerson(test.deps.db);
  return { student, id: (await deliver(student, themeId, essayOf(25))).id };
};
const read = async (as: Person, id: number, points: object = fullPoints) => {
  await call(as, 'POST', `${desk}/${id}/lease`);
  const correction = { ...emptyCorrection, points };
  const done = await call(as, 'POST', `${desk}/${id}/return`, { correction, revision: 1 });
  expect(done.statusCode).toBe(200);
  return done.json();
};
/** Reasons that the espelho of the preset has and this one lacks. */
const withoutReason = (key: string): Espelho => ({
  ...espelho,
  zeroReasons: espelho.zeroReasons.filter((one) => one.key !== key),
});
const annulled = { ...emptyCorrection, points: fullPoints, zeroReasonKeys: ['fuga-ao-tema'] };
const publish = async (themeId: number, change: Partial<ThemeDraft>) => {
  const url = `/api/teacher/essay-themes/${themeId}`;
  const { draft, revision } = (await call(ana, 'GET', url)).json();
  const saved = (await call(ana, 'PUT', url, { draft: { ...draft, ...change }, revision })).json();
  expect((await call(ana, 'POST', `${url}/publish`, { revision: saved.revision })).statusCode).toBe(200);
};
const regrade = (as: Person, themeId: number, number = 1) =>
  call(as, 'POST', `/api/teacher/essay-themes/${themeId}/regrade`, { number, reason });
const essayOfStudent = async ({ student, id }: { student: Person; id: number }) =>
  (await call(student, 'GET', `/api/essays/${id}`)).json();
const told = async ({ student }: { student: Person }) =>
  ((await call(student, 'GET', '/api/notifications')).json() as { kind: string; text: string }[]).filter(
    ({ kind }) => kind === 'result_corrected',
  );

describe('a corrected espelho', () => {
  it('scores returned essays of an older version again, announced and audited, and they keep their version', async () => {
    const themeId = await publishTheme(ana);
    const changed = await newEssay(themeId);
    await read(rui, changed.id);
    const same = await newEssay(themeId);
    await read(rui, same.id, { ...fullPoints, tema: 0 });
    const waiting = await newEssay(themeId);
    await publish(themeId, { espelho: corrected, maxLines: 20, minLines: 5 });
    const answer = (await regrade(ana, themeId)).json() as ThemeVersion;
    expect(answer).toMatchObject({ number: 1, correctionReason: reason, theme: { maxLines: 30 } });
    expect(mostPoints(answer.theme.espelho)).toBe(25);
    await test.deps.jobs.drain();
    expect(await essayOfStudent(changed)).toMatchObject({
      theme: { maxLines: 30, espelho: corrected },
      returned: { correction: { points: fullPoints }, result: { score: 20.6, lines: 25 } },
    });
    expect(await told(changed)).toMatchObject([{ text: `“Câmeras”: de 16,1 para 20,6. ${reason}` }]);
    expect((await essayOfStudent(same)).returned.result.score).toBe(11.6);
    expect(await told(same)).toEqual([]);
    // What is still to be read is read by the corrected one.
    expect(await read(rui, waiting.id)).toMatchObject({ result: { score: 20.6 } });
    const audits = test.deps.db
      .selectFrom('audit_events')
      .select('actor_id')
      .where('action', '=', 'essay_theme.regraded');
    expect(await audits.where('subject', '=', `essay_theme:${themeId}`).execute()).toEqual([{ actor_id: ana.id }]);
  });

  it('changes nothing and announces nothing a second time', async () => {
    const themeId = await publishTheme(ana);
    const essay = await newEssay(themeId);
    await read(rui, essay.id);
    await publish(themeId, { espelho: corrected });
    const both = await Promise.all([regrade(ana, themeId), regrade(ana, themeId)]);
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    await test.deps.jobs.drain();
    const versions = test.deps.db.selectFrom('essay_theme_versions').select('id').where('theme_id', '=', themeId);
    const { id: versionId } = await versions.where('number', '=', 1).executeTakeFirstOrThrow();
    await regradeBatch(test.deps, { versionId, after: 0 });
    expect(await told(essay)).toHaveLength(1);
    expect((await essayOfStudent(essay)).returned.result.score).toBe(20.6);
  });

  it('goes on in the next job where a batch ends', async () => {
    const themeId = await publishTheme(ana);
    const [first, second] = [await newEssay(themeId), await newEssay(themeId)];
    for (const { id } of [first, second]) await read(rui, id);
    await publish(themeId, { espelho: corrected });
    const versions = test.deps.db.selectFrom('essay_theme_versions').select('id').where('theme_id', '=', themeId);
    const { id: versionId } = await versions.where('number', '=', 1).executeTakeFirstOrThrow();
    const correction = { corrected_espelho: JSON.stringify(corrected), corrected_at: test.clock.now() };
    await test.deps.db
      .updateTable('essay_theme_versions')
      .set({ ...correction, correction_reason: reason })
      .where('id', '=', versionId)
      .execute();
    await regradeBatch(test.deps, { versionId, after: 0 }, 1);
    const scores = async () =>
      [await essayOfStudent(first), await essayOfStudent(second)].map(({ returned }) => returned.result.score);
    expect(await scores()).toEqual([20.6, 16.1]);
    await test.deps.jobs.drain();
    expect(await scores()).toEqual([20.6, 20.6]);
  });

  it('starts again on request, and an essay that fails holds up no other one', async () => {
    const themeId = await publishTheme(ana);
    const [broken, whole] = [await newEssay(themeId), await newEssay(themeId)];
    for (const { id } of [broken, whole]) await read(rui, id);
    await publish(themeId, { espelho: corrected });
    // As after a job that failed for good: the espelho is corrected, and no job waits.
    const correction = { corrected_espelho: JSON.stringify(corrected), corrected_at: test.clock.now() };
    const versions = test.deps.db.updateTable('essay_theme_versions').where('theme_id', '=', themeId);
    const one = versions.where('number', '=', 1).set({ ...correction, correction_reason: reason });
    const { id: versionId } = await one.returning('id').executeTakeFirstOrThrow();
    const contents = test.deps.db.updateTable('essay_corrections').where('essay_id', '=', broken.id);
    await contents.set({ content: '{}' }).execute();
    await regradeBatch(test.deps, { versionId, after: 0 });
    const stored = test.deps.db.selectFrom('essay_corrections').select('score');
    const scoreOf = async ({ id }: { id: number }) =>
      (await stored.where('essay_id', '=', id).executeTakeFirstOrThrow()).score;
    expect([await scoreOf(broken), await scoreOf(whole)]).toEqual(['16.10', '20.60']);
    await expect(regradeBatch(test.deps, { versionId, after: 0, ids: [broken.id] })).rejects.toThrow('1 of 1');
    await contents.set({ content: JSON.stringify({ ...emptyCorrection, points: fullPoints }) }).execute();
    // The essay that failed waits in a separate job.
    await test.deps.jobs.drain();
    expect(await scoreOf(broken)).toBe('20.60');
    const late = test.deps.db.updateTable('essay_corrections').where('essay_id', '=', whole.id);
    const old = { score: 16.1, isPassed: true, content: 16.1, penalty: 0, reasonKeys: [], lines: 25 };
    await late.set({ score: 16.1, result: JSON.stringify(old) }).execute();
    expect((await regrade(ana, themeId)).statusCode).toBe(200);
    await test.deps.jobs.drain();
    expect(await scoreOf(whole)).toBe('20.60');
  });

  it('counts the readings of two readers again, and leaves what a review decided to the points of the review', async () => {
    const secondReading = { totalLimit: 5, criterionLimit: null, finalMark: 'closest_two' as const };
    const themeId = await publishTheme(ana, { secondReading });
    const [two, reviewed, open] = [await newEssay(themeId), await newEssay(themeId), await newEssay(themeId)];
    for (const { id } of [two, reviewed]) {
      await read(ana, id);
      await read(rui, id, { ...fullPoints, tema: 3.5 });
    }
    await read(ana, open.id);
    await call(reviewed.student, 'POST', `/api/essays/${reviewed.id}/review`, { reason: 'Tema.' });
    const points = { ...fullPoints, tema: 5 };
    const decision = { points, languageErrors: 0, zeroReasonKeys: [], scoreBefore: 15.6, answer: 'Certo.' };
    expect((await call(eva, 'POST', `${desk}/${reviewed.id}/review`, decision)).json().result.score).toBe(16.6);
    await publish(themeId, { espelho: corrected, secondReading });
    await regrade(ana, themeId);
    await test.deps.jobs.drain();
    expect((await essayOfStudent(two)).returned.result.score).toBe(19.6);
    expect((await essayOfStudent(reviewed)).returned.result.score).toBe(21.6);
    // Finished before the correction, and scored by it once the second reading is there.
    expect(await read(rui, open.id)).toMatchObject({ result: { score: 20.6 } });
    const shares = test.deps.db.selectFrom('essay_blind_readings').select('share').where('essay_id', '=', two.id);
    expect((await shares.orderBy('position').execute()).map(({ share }) => Number(share))).toEqual([0.824, 0.744]);
  });

  it('lets essays be returned and reviews be changed whose readers chose a reason that it dropped', async () => {
    const themeId = await publishTheme(ana);
    const [drafted, reviewed] = [await newEssay(themeId), await newEssay(themeId)];
    await call(rui, 'POST', `${desk}/${drafted.id}/lease`);
    await call(rui, 'PUT', `${desk}/${drafted.id}/correction`, { correction: annulled, revision: 1 });
    await call(rui, 'POST', `${desk}/${reviewed.id}/lease`);
    await call(rui, 'POST', `${desk}/${reviewed.id}/return`, { correction: annulled, revision: 1 });
    await call(reviewed.student, 'POST', `/api/essays/${reviewed.id}/review`, { reason: 'Não fugi do tema.' });
    await publish(themeId, { espelho: withoutReason('fuga-ao-tema') });
    expect((await regrade(ana, themeId)).statusCode).toBe(200);
    const { correction, revision } = (await call(rui, 'GET', `${desk}/${drafted.id}`)).json();
    expect(correction.zeroReasonKeys).toEqual([]);
    const returned = await call(rui, 'POST', `${desk}/${drafted.id}/return`, { correction, revision });
    expect(returned.json()).toMatchObject({ state: 'returned', result: { score: 16.1 } });
    const seen = (await call(ana, 'GET', `${desk}/${reviewed.id}`)).json();
    expect(seen.correction.zeroReasonKeys).toEqual([]);
    await test.deps.jobs.drain();
    const stored = test.deps.db.selectFrom('essay_corrections').select(['content', 'score']);
    const row = await stored.where('essay_id', '=', reviewed.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ content: { zeroReasonKeys: [] }, score: '16.10' });
    const changed = { points: { ...fullPoints, tema: 5 }, languageErrors: 0, zeroReasonKeys: [] };
    const decision = { ...changed, scoreBefore: 16.1, answer: 'Sim.' };
    expect((await call(ana, 'POST', `${desk}/${reviewed.id}/review`, decision)).json().result.score).toBe(16.6);
  });

  it('is refused where it drops the reason of essays that were annulled without points, with their number', async () => {
    const secondReading = { totalLimit: 5, criterionLimit: null, finalMark: 'closest_two' as const };
    const themeId = await publishTheme(ana, { secondReading });
    const [open, two] = [await newEssay(themeId), await newEssay(themeId)];
    const bare = { ...annulled, points: {} };
    const annul = async (as: Person, id: number) => {
      await call(as, 'POST', `${desk}/${id}/lease`);
      const done = await call(as, 'POST', `${desk}/${id}/return`, { correction: bare, revision: 1 });
      expect(done.statusCode).toBe(200);
    };
    await annul(rui, open.id);
    await annul(rui, two.id);
    await annul(eva, two.id);
    // An essay that stays zero by its lines, and one with points, do not count.
    const short = await deliver(await createPerson(test.deps.db), themeId, essayOf(3));
    await annul(rui, short.id);
    await read(rui, (await newEssay(themeId)).id);
    await publish(themeId, { espelho: withoutReason('fuga-ao-tema'), secondReading });
    const refused = (await regrade(ana, themeId)).json();
    expect(refused).toMatchObject({
      code: 'state_conflict',
      message: expect.stringMatching(/^2 redações foram anuladas/),
    });
    await test.deps.jobs.drain();
    expect((await essayOfStudent(two)).returned.result).toMatchObject({ score: 0, reasonKeys: ['fuga-ao-tema'] });
    // With the reason in it, the espelho corrects the others.
    await publish(themeId, { espelho: corrected, secondReading });
    expect((await regrade(ana, themeId)).statusCode).toBe(200);
    // A review that gave points replaced the readings.
    await call(two.student, 'POST', `/api/essays/${two.id}/review`, { reason: 'Não fugi do tema.' });
    const decision = { points: fullPoints, languageErrors: 0, zeroReasonKeys: [], scoreBefore: 0, answer: 'Sim.' };
    expect((await call(ana, 'POST', `${desk}/${two.id}/review`, decision)).statusCode).toBe(200);
    await publish(themeId, { espelho: withoutReason('fuga-ao-tema'), secondReading });
    expect((await regrade(ana, themeId)).json().message).toMatch(/^1 redação foi anulada/);
  });

  it('is refused for other criteria, for fewer points, for the published version, and for a stranger', async () => {
    const themeId = await publishTheme(ana);
    expect((await regrade(ana, themeId)).json().code).toBe('state_conflict');
    const [first, ...others] = espelho.criteria;
    if (!first) throw new Error('The preset has no criterion.');
    await publish(themeId, { espelho: { ...espelho, criteria: others } });
    expect((await regrade(ana, themeId)).json().code).toBe('state_conflict');
    const fewer = { ...first, points: 4 };
    await publish(themeId, { espelho: { ...espelho, criteria: [fewer, ...others] } });
    expect((await regrade(ana, themeId)).json().code).toBe('state_conflict');
    await publish(themeId, { espelho: corrected });
    expect((await regrade(rui, themeId)).statusCode).toBe(404);
    expect((await regrade(ana, themeId, 9)).statusCode).toBe(404);
    expect((await regrade(ana, themeId)).statusCode).toBe(200);
  });
});
