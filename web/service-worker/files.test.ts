import { expect, test } from 'vitest';
import type { Build } from './scope.ts';
import { fakeCaches, fakeNetwork, fakePage, fakeWorld } from './testing/fake-world.ts';
import { startWorker } from './worker.ts';

const buildOf = (version: string): Build => ({
  version,
  files: ['/assets/vendor-1.js', `/assets/index-${version}.js`, `/assets/lesson-${version}.js`],
});
const [a, b, c] = [buildOf('A'), buildOf('B'), buildOf('C')];
const bodies = ({ files }: Build) => Object.fromEntries(files.map((file) => [file, `// ${file}`]));
const paths = (entries: Map<string, unknown> | undefined) =>
  [...(entries?.keys() ?? [])].map((url) => new URL(url).pathname).filter((path) => path.startsWith('/assets/'));
const ready = ({ version }: Build) => ({ kind: 'ready', entry: `/assets/index-${version}.js` });

test('the first worker installs at once, and fetches the build when a page is ready', async () => {
  const network = fakeNetwork(bodies(a));
  const { caches, all } = fakeCaches();
  const world = fakeWorld(startWorker, a, { network, caches, pages: [fakePage('one')] });
  await world.install();
  expect(network.asked).toEqual([]);
  expect(world.state.skipped).toBe(true);
  await world.activate();
  await world.say(ready(a));
  expect(paths(all.get('alvorada-files')).sort()).toEqual([...a.files].sort());
  network.isThere = false;
  expect(await (await world.ask('/assets/lesson-A.js'))?.text()).toBe('// /assets/lesson-A.js');
});

test('a page that loaded while the worker started is claimed, and two ready pages fetch the build once', async () => {
  const network = fakeNetwork(bodies(a));
  const world = fakeWorld(startWorker, a, { network, pages: [] });
  await world.install();
  await world.activate();
  world.state.claimed = false;
  await Promise.all([world.say(ready(a), fakePage('late')), world.say(ready(a), fakePage('later'))]);
  expect(world.state.claimed).toBe(true);
  expect(network.asked.filter((path) => path.includes('/assets/')).length).toBe(a.files.length);
});

test('with three builds in open tabs, a page finds the files of its build until it is closed', async () => {
  const { caches, all } = fakeCaches();
  const oldest = fakePage('opened with A');
  const first = fakeWorld(startWorker, a, { network: fakeNetwork(bodies(a)), caches, pages: [oldest] });
  await first.install();
  await first.activate();
  await first.say(ready(a));

  const middle = fakePage('opened with B');
  const second = fakeWorld(startWorker, b, { network: fakeNetwork(bodies(b)), caches, pages: [oldest] });
  second.registration.active = {};
  await second.install();
  await second.activate();
  second.pages.push(middle);
  await second.say(ready(b), middle);
  expect(await (await second.ask('/assets/lesson-A.js'))?.text()).toBe('// /assets/lesson-A.js');

  const newest = fakePage('opened with C');
  const third = fakeWorld(startWorker, c, { network: fakeNetwork(bodies(c)), caches, pages: [oldest, middle] });
  third.registration.active = {};
  await third.install();
  await third.activate();
  third.pages.push(newest);
  await third.say(ready(c), newest);
  expect(await (await third.ask('/assets/lesson-A.js'))?.text()).toBe('// /assets/lesson-A.js');
  expect(await (await third.ask('/assets/lesson-B.js'))?.text()).toBe('// /assets/lesson-B.js');

  third.pages.splice(0, 1);
  await third.say(ready(c), newest);
  expect((await third.ask('/assets/lesson-B.js'))?.status).toBe(200);
  third.pages.splice(0, 1);
  await third.say(ready(c), newest);
  expect(paths(all.get('alvorada-files')).sort()).toEqual([...c.files].sort());
});

test('a worker that replaces another fetches all files first, or does not install', async () => {
  const network = fakeNetwork(bodies(b));
  const { caches, all } = fakeCaches();
  const world = fakeWorld(startWorker, b, { network, caches });
  world.registration.active = {};
  network.answers.set('/assets/lesson-B.js', () => new Response('', { status: 503 }));
  await expect(world.install()).rejects.toThrow('/assets/lesson-B.js: 503');
  expect(world.state.skipped).toBe(false);
  network.answers.set('/assets/lesson-B.js', () => new Response('// there'));
  await world.install();
  expect(world.state.skipped).toBe(true);
  expect(paths(all.get('alvorada-files'))).toHaveLength(b.files.length);
});

test('an old page is notified of the new version; a page newer than the worker makes it update', async () => {
  const page = fakePage('one');
  const world = fakeWorld(startWorker, b, { network: fakeNetwork(bodies(b)), pages: [page] });
  await world.say(ready(a));
  expect(page.told).toEqual([{ kind: 'new-version' }]);
  page.told.length = 0;
  world.registration.update = async () => {
    world.registration.installing = {};
  };
  await world.say(ready(c));
  expect(page.told).toEqual([]);
});

test('errors are returned as they are and never cached', async () => {
  const network = fakeNetwork();
  const { caches, all } = fakeCaches();
  const world = fakeWorld(startWorker, a, { network, caches });
  expect((await world.ask('/assets/gone.js'))?.status).toBe(404);
  expect(paths(all.get('alvorada-files'))).toEqual([]);
  network.isThere = false;
  await expect(world.ask('/assets/gone.js')).rejects.toThrow('Failed to fetch');
});

test('files come from the network when the storage is full', async () => {
  const { caches } = fakeCaches({ left: 0 });
  const world = fakeWorld(startWorker, a, { network: fakeNetwork(bodies(a)), caches });
  expect((await world.ask('/assets/lesson-A.js'))?.status).toBe(200);
  await expect(world.say(ready(a), fakePage('one'))).rejects.toThrow('Full.');
});

test.each([
  ['a write', '/api/login', { method: 'POST', body: '{}' }],
  ['a stretch of a recording', '/assets/film.mp4', { headers: { range: 'bytes=0-1' } }],
  ['another house', 'https://elsewhere.example/assets/x.js', {}],
  ['the worker itself', '/sw.js', {}],
])('%s is not handled by the service worker', async (_what, path, init) => {
  const world = fakeWorld(startWorker, a, { network: fakeNetwork() });
  expect(await world.ask(path, init)).toBeUndefined();
});
