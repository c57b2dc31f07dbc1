import { expect, test, vi } from 'vitest';
import type { WorkersState } from './state.ts';
import { type Child, createSupervisor } from './supervisor.ts';

/** A machine whose processes start and end under the test's control. */
function machine(wanted = 2) {
  type Fake = Child & { starts(): void; dies(): void; isAlive: boolean };
  const children: Fake[] = [];
  const states: WorkersState[] = [];
  const told: string[] = [];
  const pauses: number[] = [];
  let release = '1';
  let installed = '1';
  const broken = new Set<string>();
  let refused = 0;
  let atOnce = true;
  const fork = (): Child => {
    const ready = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const child: Fake = {
      pid: children.length + 1,
      version: release,
      ready: ready.promise,
      ended: ended.promise,
      isAlive: true,
      starts: () => ready.resolve(),
      dies() {
        child.isAlive = false;
        ready.reject(new Error('it ended'));
        ended.resolve();
      },
      async stop() {
        child.dies();
      },
    };
    children.push(child);
    if (broken.has(release) || children.length === refused) child.dies();
    else if (atOnce) child.starts();
    return child;
  };
  const supervisor = createSupervisor({
    wanted,
    fork,
    takeInstalledRelease: () => {
      const before = release;
      release = installed;
      return () => {
        release = before;
      };
    },
    now: () => new Date('2026-11-16T12:00:00Z'),
    pause: async (ms) => void pauses.push(ms),
    log: { info: () => undefined, error: (_: unknown, text?: string) => void told.push(text ?? '') },
    tell: (state) => void states.push(state),
  });
  return {
    supervisor,
    children,
    told,
    pauses,
    versions: () => children.filter(({ isAlive }) => isAlive).map(({ version }) => version),
    state: () => states.at(-1),
    install(version: string, isBroken = false) {
      installed = version;
      if (isBroken) broken.add(version);
    },
    /** The worker of this number does not start. */
    refuse(number: number) {
      refused = number;
    },
    startsLater: () => {
      atOnce = false;
    },
    last: () => children.at(-1) as Fake,
  };
}

test('as many as wanted run, and one that dies is started again', async () => {
  const { supervisor, children, versions, state } = machine(3);
  await supervisor.start({}, {});
  expect(versions()).toHaveLength(3);
  children[1]?.dies();
  await vi.waitFor(() => expect(versions()).toHaveLength(3));
  expect(state()).toMatchObject({ wanted: 3, running: [{ version: '1' }, { version: '1' }, { version: '1' }] });
});

test('one of several that does not start leaves the others serving and is tried again', async () => {
  const { supervisor, refuse, versions, told } = machine(3);
  refuse(2);
  await supervisor.start({}, {});
  await vi.waitFor(() => expect(versions()).toHaveLength(3));
  expect(told).toEqual(['a worker could not be started']);
});

test('the start fails when already the first does not start', async () => {
  const { supervisor, refuse } = machine(3);
  refuse(1);
  await expect(supervisor.start({}, {})).rejects.toThrow('it ended');
});

test('one that dies after another release was installed comes back as the release that it was', async () => {
  const { supervisor, children, install, versions } = machine();
  await supervisor.start({}, {});
  install('2', true);
  children[0]?.dies();
  await vi.waitFor(() => expect(versions()).toEqual(['1', '1']));
  // A roll to it fails, and changes nothing of this.
  await supervisor.roll();
  children[1]?.dies();
  await vi.waitFor(() => expect(versions()).toEqual(['1', '1']));
});

test('one that dies again and again is started more and more slowly', async () => {
  const { supervisor, pauses, last, versions } = machine(1);
  await supervisor.start({}, {});
  for (let n = 0; n < 9; n += 1) {
    last().dies();
    await vi.waitFor(() => expect(versions()).toHaveLength(1));
  }
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});

test('a roll replaces each by one of the new release', async () => {
  const { supervisor, install, versions, state } = machine();
  await supervisor.start({}, {});
  install('2');
  await supervisor.roll();
  expect(versions()).toEqual(['2', '2']);
  expect(state()?.roll?.state).toBe('done');
});

test('an old one that dies during the roll ends neither this one nor the next', async () => {
  const { supervisor, children, install, startsLater, versions } = machine();
  await supervisor.start({}, {});
  install('2');
  startsLater();
  const rolling = supervisor.roll();
  await vi.waitFor(() => expect(children).toHaveLength(3));
  children[0]?.dies();
  // Every worker requested from now on starts: the second of the roll, and perhaps a replacement of the dead one.
  const helping = setInterval(() => {
    for (const child of children) child.starts();
  }, 1);
  await rolling;
  await vi.waitFor(() => expect(versions()).toEqual(['2', '2']));
  install('3');
  await supervisor.roll();
  expect(versions()).toEqual(['3', '3']);
  clearInterval(helping);
});

test('a new worker that dies during the roll is started again, and no old worker is left', async () => {
  const { supervisor, children, install, startsLater, last, versions } = machine();
  await supervisor.start({}, {});
  install('2');
  startsLater();
  const rolling = supervisor.roll();
  await vi.waitFor(() => expect(children).toHaveLength(3));
  last().dies();
  const helping = setInterval(() => last().isAlive && last().starts(), 1);
  await rolling;
  clearInterval(helping);
  expect(versions()).toEqual(['2', '2']);
});

test('a broken release leaves the old ones and nothing else, is tried three times, and told', async () => {
  const { supervisor, children, install, versions, state, told, pauses } = machine();
  await supervisor.start({}, {});
  install('2', true);
  await supervisor.roll();
  expect(versions()).toEqual(['1', '1']);
  expect(children).toHaveLength(2 + 3);
  expect(pauses).toEqual([1000, 2000]);
  expect(told).toEqual(['the new release does not start; the old workers go on']);
  expect(state()).toMatchObject({
    wanted: 2,
    running: [{ version: '1' }, { version: '1' }],
    roll: { state: 'failed' },
  });

  install('3');
  await supervisor.roll();
  expect([versions(), state()?.roll?.state]).toEqual([['3', '3'], 'done']);
});

test('a roll that is asked for during another follows it, once', async () => {
  const { supervisor, children, install, versions } = machine();
  await supervisor.start({}, {});
  install('2');
  const first = supervisor.roll();
  const later = [supervisor.roll(), supervisor.roll(), supervisor.roll()];
  await Promise.all([first, ...later]);
  expect(versions()).toEqual(['2', '2']);
  expect(children).toHaveLength(2 + 2 + 2);
});

test('a stop also ends workers that are just starting, and starts none again', async () => {
  const { supervisor, children, startsLater, versions } = machine();
  await supervisor.start({}, {});
  startsLater();
  const rolling = supervisor.roll();
  await vi.waitFor(() => expect(children).toHaveLength(3));
  await supervisor.stop();
  await rolling;
  expect(versions()).toEqual([]);
  expect(children).toHaveLength(3);
});
