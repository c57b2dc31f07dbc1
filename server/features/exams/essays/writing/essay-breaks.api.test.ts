import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { essayClient } from '#server/testing/essays.ts';
import { examTimeClient, on } from '#server/testing/exam-time.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { useTestApp } from '#server/testing/test-app.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });
const { clock } = test;
const { call, done, codeOf, people, rightUrl, grant, entitled } = examTimeClient(test);
const essays = essayClient(test);
let ana: Person;
let office: Person;

beforeAll(async () => {
  ({ ana, office } = await people());
});
beforeEach(() => clock.set(on(0)));

const theme = (window: object = {}) => {
  clock.set(on(0));
  return essays.publishTheme(ana, { minutes: 60, opensAt: null, closesAt: null, ...window });
};
const begin = (themeId: number, as: Person, isTimed = true) =>
  done('POST', `/api/essay-themes/${themeId}/essays`, as, { isTimed });
const url = ({ id }: { id: number }, rest = '') => `/api/essays/${id}${rest}`;
const written = (text: string, revision = 1) => ({ text, revision });

/** An essay of sixty minutes that began at `on(0)`, by a student with this right. */
async function writing(right: object, window: object = {}) {
  const student = await entitled({ extraPercent: 0, ...right });
  const themeId = await theme(window);
  return { student, themeId, essay: await begin(themeId, student) };
}

describe('a break of an essay', () => {
  it('stops the clock, takes no other text, and is over by itself', async () => {
    const { student, essay } = await writing({ breaks: 2 });
    expect(essay).toMatchObject({ deadlineAt: on(60), aids: { breaksLeft: 2, breakMinutes: 10, pausedUntil: null } });
    clock.set(on(20));
    await done('PUT', url(essay, '/text'), student, written('Antes.'));
    const paused = await done('POST', url(essay, '/break'), student);
    expect(paused).toMatchObject({ deadlineAt: on(70), aids: { breaksLeft: 1, pausedUntil: on(30) } });
    clock.set(on(25));
    // A second click, or the second device: the same break.
    expect(await done('POST', url(essay, '/break'), student)).toMatchObject({ aids: paused.aids });
    expect(await codeOf('PUT', url(essay, '/text'), student, written('Durante.', 2))).toBe('attempt_paused');
    // The retry of a save whose answer was lost.
    expect(await done('PUT', url(essay, '/text'), student, written('Antes.'))).toMatchObject({ revision: 2 });
    expect(await done('GET', url(essay), student)).toMatchObject({
      text: 'Antes.',
      deadlineAt: on(70),
      aids: { breaksLeft: 1, pausedUntil: on(30) },
    });
    clock.set(on(30));
    expect(await done('PUT', url(essay, '/text'), student, written('Depois.', 2))).toMatchObject({ revision: 3 });
    expect((await done('GET', url(essay), student)).aids).toMatchObject({ pausedUntil: null });
  });

  it('gives back no minute that was not used, and none is left after the last', async () => {
    const { student, essay } = await writing({ breaks: 1 });
    clock.set(on(20));
    await done('POST', url(essay, '/break'), student);
    clock.set(on(24));
    const resumed = await done('DELETE', url(essay, '/break'), student);
    expect(resumed).toMatchObject({ deadlineAt: on(64), aids: { breaksLeft: 0, pausedUntil: null } });
    expect(await done('DELETE', url(essay, '/break'), student)).toMatchObject({ deadlineAt: on(64) });
    expect(await codeOf('POST', url(essay, '/break'), student)).toBe('conflict');
  });

  it('moves the end of a theme for its student alone, also together with extra time', async () => {
    const { student, themeId, essay } = await writing({ extraPercent: 25, breaks: 1 }, { closesAt: on(40) });
    expect(essay.deadlineAt).toBe(on(50));
    const other = await createPerson(test.deps.db);
    const plain = await begin(themeId, other);
    expect(plain.deadlineAt).toBe(on(40));
    expect(plain).not.toHaveProperty('aids');
    clock.set(on(45));
    await done('POST', url(essay, '/break'), student);
    clock.set(on(55));
    expect(await codeOf('POST', url(plain, '/delivery'), other, written('Texto.'))).toBe('state_conflict');
    clock.set(on(60, 6));
    expect(await codeOf('POST', url(essay, '/delivery'), student, written('Texto.'))).toBe('state_conflict');
    clock.set(on(60, 5));
    expect((await done('POST', url(essay, '/delivery'), student, written('Texto.'))).state).toBe('delivered');
  });

  it('ends with the delivery, and readers see the minutes of writing without it', async () => {
    const { student, essay } = await writing({ breaks: 2 });
    clock.set(on(10));
    await done('POST', url(essay, '/break'), student);
    clock.set(on(30));
    await done('POST', url(essay, '/break'), student);
    clock.set(on(34));
    const delivered = await done('POST', url(essay, '/delivery'), student, written('Texto.'));
    expect(delivered).toMatchObject({ state: 'delivered', text: 'Texto.', deadlineAt: on(74) });
    expect(delivered).not.toHaveProperty('aids');
    const read = await done('GET', `/api/teacher/essays/${essay.id}`, ana);
    expect(read.minutes).toBe(20);
    expect(JSON.stringify(read)).not.toMatch(/aids|paused|break/i);
    expect(await codeOf('POST', url(essay, '/break'), student)).toBe('state_conflict');
    expect(await codeOf('DELETE', url(essay, '/break'), student)).toBe('state_conflict');
  });

  it('ends with a delivery whose text is new, also when the clock goes on meanwhile', async () => {
    const { student, essay } = await writing({ breaks: 1 });
    clock.set(on(10));
    await done('POST', url(essay, '/break'), student);
    const now = clock.now.bind(clock);
    vi.spyOn(clock, 'now').mockImplementation(() => {
      clock.set(new Date(now().getTime() + 1));
      return now();
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const delivered = await done('POST', url(essay, '/delivery'), student, written('Outro texto.'));
    expect(delivered).toMatchObject({ state: 'delivered', text: 'Outro texto.' });
  });

  it('is refused without a right, without a clock, after the deadline, and for the essay of another', async () => {
    const themeId = await theme();
    const plain = await createPerson(test.deps.db);
    const theirs = await begin(themeId, plain);
    expect(await codeOf('POST', url(theirs, '/break'), plain)).toBe('conflict');
    const student = await entitled({ breaks: 1, extraPercent: 0 });
    expect(await codeOf('POST', url(theirs, '/break'), student)).toBe('not_found');
    clock.set(on(0));
    const free = await begin(themeId, student, false);
    expect(free).not.toHaveProperty('aids');
    expect(await codeOf('POST', url(free, '/break'), student)).toBe('conflict');
    const { student: late, essay } = await writing({ breaks: 1 });
    clock.set(on(60));
    expect(await codeOf('POST', url(essay, '/break'), late)).toBe('conflict');
  });

  it('begins once when two devices begin it at once', async () => {
    const { student, essay } = await writing({ breaks: 2 });
    clock.set(on(20));
    const both = await Promise.all([1, 2].map(() => call('POST', url(essay, '/break'), student)));
    expect(both.map((reply) => reply.json())).toMatchObject([
      { deadlineAt: on(70), aids: { breaksLeft: 1 } },
      { deadlineAt: on(70), aids: { breaksLeft: 1 } },
    ]);
  });
});

describe('a right that changes while an essay is written', () => {
  it('gives its breaks to the open essay once, and takes no time', async () => {
    const student = await createPerson(test.deps.db);
    const essay = await begin(await theme(), student);
    clock.set(on(50));
    await grant(student, { extraPercent: 50, breaks: 1 });
    const now = () => done('GET', url(essay), student);
    expect(await now()).toMatchObject({ deadlineAt: on(90), aids: { breaksLeft: 1, breakMinutes: 10 } });
    await done('POST', url(essay, '/break'), student);
    await grant(student, { extraPercent: 25, breaks: 1 });
    expect(await now()).toMatchObject({ deadlineAt: on(100), aids: { breaksLeft: 0 } });
    await grant(student, { extraPercent: 100, breaks: 3 });
    expect(await now()).toMatchObject({ deadlineAt: on(130), aids: { breaksLeft: 2, pausedUntil: on(60) } });
    await done('DELETE', `${rightUrl(student)}?revision=3`, office);
    expect(await now()).toMatchObject({ deadlineAt: on(130), aids: { breaksLeft: 2 } });
  });

  it('opens the sheet in large print where it says so, with or without the clock', async () => {
    const student = await entitled({ extraPercent: 0, largePrint: true });
    const essay = await begin(await theme(), student, false);
    expect(essay.aids).toEqual({ breaksLeft: 0, breakMinutes: 0, pausedUntil: null, largePrint: true });
  });
});
