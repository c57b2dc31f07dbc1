import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { RECORDING_CHUNK_BYTES as CHUNK, OFFLINE_LEASE_DAYS } from '#contract/limits.ts';
import { DAY_MS } from '#contract/time.ts';
import { mediaCache, OWNER, readCache, savedCache } from '#web/lib/cache-names.ts';
import { chunksOf, mediaPath } from '#web/lib/saved-media.ts';
import { fakeCaches, fakeNetwork, fakePage, fakeWorld } from './testing/fake-world.ts';
import { startWorker } from './worker.ts';

const FILM = mediaPath(5, '480');
const BYTES = CHUNK + 1000;
const content = Uint8Array.from({ length: BYTES }, (_, at) => at % 251);
const RECORDINGS = '/api/articles/7/recordings';
const sourceOf = (url: string) => ({ url, mimeType: 'video/mp4', height: 480 });
const online = { id: 5, title: 'Dolo', sources: [sourceOf('/api/recordings/5/file?part=480')] };
const second = { id: 6, title: 'Culpa', sources: [sourceOf('/api/recordings/6/file?part=480')] };

/** A difference in megabytes is seen in their hash. */
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = async (answer: Response | undefined) =>
  hashOf(new Uint8Array((await answer?.arrayBuffer()) ?? new ArrayBuffer(0)));

/** A phone on which Ana has taken a course with one recording and one attachment along. */
async function phone({ endsAt = null as string | null } = {}) {
  const network = fakeNetwork();
  const { caches, all } = fakeCaches();
  const clock = { now: Date.parse('2026-11-15T12:00:00Z') };
  const start = (scope: Parameters<typeof startWorker>[0], build: Parameters<typeof startWorker>[1]) =>
    startWorker(scope, build, () => clock.now);
  const world = fakeWorld(start, { version: 'A', files: [] }, { network, caches, pages: [fakePage('one')] });
  const [read, saved, media] = await Promise.all(
    [readCache, savedCache, mediaCache].map((name) => caches.open(name('ana'))),
  );
  if (!read || !saved || !media) throw new Error('no caches');
  await read.put(OWNER, Response.json({ userId: 'ana', confirmedAt: clock.now }));
  const chunks = chunksOf(FILM, BYTES);
  for (const { path, start: from, end } of chunks) await media.put(path, new Response(content.slice(from, end + 1)));
  await media.put(FILM, Response.json({ bytes: BYTES, mimeType: 'video/mp4' }));
  const disposition = {
    'content-disposition': "inline; filename*=UTF-8''Quadro.pdf",
    'content-type': 'application/pdf',
  };
  await media.put('/api/attachments/9', new Response('%PDF', { headers: disposition }));
  await saved.put(RECORDINGS, Response.json({ recordings: [{ ...online, sources: [sourceOf(FILM)] }], positions: [] }));
  const addresses = [FILM, ...chunks.map(({ path }) => path), RECORDINGS, '/api/attachments/9'];
  await saved.put('/kept/course/1', Response.json({ id: 1, lessons: [{ id: 7 }], addresses, endsAt }));
  const play = (range?: string) => world.ask(FILM, range ? { headers: { range } } : {});
  const recordings = async () => (await (await world.ask(RECORDINGS))?.json())?.recordings;
  const entries = () => [...all].filter(([name]) => !name.endsWith(':read')).flatMap(([, of]) => [...of.keys()]);
  return { network, caches, clock, world, media, saved, play, recordings, entries };
}

test.each([
  ['bytes=0-', 0, CHUNK - 1],
  ['bytes=0-1', 0, 1],
  ['bytes=100-199', 100, 199],
  [`bytes=${CHUNK - 10}-${CHUNK + 10}`, CHUNK - 10, CHUNK - 1],
  [`bytes=${CHUNK}-`, CHUNK, BYTES - 1],
  ['bytes=-10', BYTES - 10, BYTES - 1],
  [`bytes=${BYTES - 1}-${BYTES + 500}`, BYTES - 1, BYTES - 1],
])('a player that asks for %s offline gets these bytes, at most to the end of a chunk', async (range, start, end) => {
  const { network, play } = await phone();
  network.isThere = false;
  const answer = await play(range);
  expect(answer?.status).toBe(206);
  expect(answer?.headers.get('content-range')).toBe(`bytes ${start}-${end}/${BYTES}`);
  expect(answer?.headers.get('content-type')).toBe('video/mp4');
  expect(await bytesOf(answer)).toEqual(hashOf(content.slice(start, end + 1)));
});

test('a range behind the end is refused, and a request without a range gets all bytes', async () => {
  const { network, play } = await phone();
  network.isThere = false;
  const behind = await play(`bytes=${BYTES}-`);
  expect([behind?.status, behind?.headers.get('content-range')]).toEqual([416, `bytes */${BYTES}`]);
  const all = await play();
  expect(all?.status).toBe(200);
  expect(await bytesOf(all)).toEqual(hashOf(content));
});

test('a recording that the browser has evicted in part is gone, and is played from the network again', async () => {
  const { network, media, play, recordings } = await phone();
  await media.delete(`${FILM}/1`);
  expect((await play(`bytes=${CHUNK}-`))?.status).toBe(404);
  network.answers.set(RECORDINGS, () => Response.json({ recordings: [online], positions: [] }));
  expect(await recordings()).toEqual([online]);
});

test('online the list comes from the server, and what is on the device is played from there', async () => {
  const { network, world } = await phone();
  const positions = [{ video: '/api/recordings/5', seconds: 12 }];
  network.answers.set(RECORDINGS, () => Response.json({ recordings: [online, second], positions }));
  const answer = await (await world.ask(RECORDINGS))?.json();
  expect(answer).toEqual({ recordings: [{ ...online, sources: [sourceOf(FILM)] }, second], positions });
  // A download asks for the addresses of the server.
  const direct = await (await world.ask(RECORDINGS, { cache: 'no-store' }))?.json();
  expect(direct.recordings[0]).toEqual(online);
});

test('offline the lesson gets its saved recordings, and an attachment opens or is saved', async () => {
  const { network, world, recordings } = await phone();
  network.isThere = false;
  expect((await recordings())?.[0].sources[0].url).toBe(FILM);
  const shown = await world.ask('/api/attachments/9', { navigates: true });
  expect([await shown?.text(), shown?.headers.get('content-disposition')]).toEqual([
    '%PDF',
    "inline; filename*=UTF-8''Quadro.pdf",
  ]);
  const saved = await world.ask('/api/attachments/9?save=true', { navigates: true });
  expect(saved?.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Quadro.pdf");
  await expect(world.ask('/api/attachments/10', { navigates: true })).rejects.toThrow('Failed to fetch');
});

test('nothing that passes online is cached: only a download stores recordings and attachments', async () => {
  const { network, world, entries } = await phone();
  const before = entries();
  network.answers.set('/api/articles/8/recordings', () => Response.json({ recordings: [second], positions: [] }));
  network.answers.set('/api/attachments/10', () => new Response('x'));
  await world.ask('/api/articles/8/recordings');
  await world.ask('/api/attachments/10');
  expect(entries()).toEqual(before);
});

test('access that ends while the phone is offline ends by the stored date, and everything of the course goes', async () => {
  const { network, clock, play, world, entries } = await phone({ endsAt: '2026-11-16T03:00:00.000Z' });
  network.isThere = false;
  expect((await play('bytes=0-'))?.status).toBe(206);
  clock.now = Date.parse('2026-11-16T03:00:00.000Z');
  expect((await play('bytes=0-'))?.status).toBe(404);
  await expect(world.ask(RECORDINGS)).rejects.toThrow('Failed to fetch');
  await expect(world.ask('/api/attachments/9', { navigates: true })).rejects.toThrow('Failed to fetch');
  expect(entries()).toEqual([]);
});

test('the same person who is confirmed again still has the recordings', async () => {
  const { network, world, play } = await phone();
  network.answers.set('/api/auth/user', () => Response.json({ id: 'ana', role: 'student' }));
  await world.ask('/api/auth/user');
  expect((await play('bytes=0-'))?.status).toBe(206);
});

test('a file that a second course needs as well stays when the first course ends', async () => {
  const { network, clock, saved, play } = await phone({ endsAt: '2026-11-16T03:00:00.000Z' });
  const addresses = [FILM, ...chunksOf(FILM, BYTES).map(({ path }) => path), RECORDINGS];
  await saved.put('/kept/course/2', Response.json({ id: 2, lessons: [{ id: 7 }], addresses, endsAt: null }));
  network.isThere = false;
  clock.now = Date.parse('2026-11-17T03:00:00.000Z');
  expect((await play('bytes=0-'))?.status).toBe(206);
});

test('a refusal of the server deletes the copy: access was withdrawn, or the file was removed', async () => {
  for (const status of [403, 404]) {
    const { network, world } = await phone();
    network.answers.set('/api/attachments/9', () => new Response('{}', { status }));
    await world.ask('/api/attachments/9', { navigates: true });
    network.isThere = false;
    await expect(world.ask('/api/attachments/9', { navigates: true })).rejects.toThrow('Failed to fetch');
  }
});

test.each([
  ['a logout', async ({ world }: Phone) => world.say({ kind: 'forget' })],
  [
    'the end of the session',
    async ({ world, network }: Phone) => {
      network.answers.set(RECORDINGS, () => new Response('{}', { status: 401 }));
      await world.ask(RECORDINGS);
    },
  ],
  [
    'another person who signs in',
    async ({ world, network }: Phone) => {
      network.answers.set('/api/auth/user', () => Response.json({ id: 'bia', role: 'student' }));
      await world.ask('/api/auth/user');
    },
  ],
  [
    'the end of the lease',
    async ({ clock }: Phone) => {
      clock.now += (OFFLINE_LEASE_DAYS + 1) * DAY_MS;
    },
  ],
])('%s takes the recordings and attachments off the device', async (_, happens) => {
  const here = await phone();
  await happens(here);
  here.network.isThere = false;
  expect((await here.play('bytes=0-'))?.status).toBe(404);
  await expect(here.world.ask('/api/attachments/9', { navigates: true })).rejects.toThrow('Failed to fetch');
  expect(here.entries()).toEqual([]);
});

type Phone = Awaited<ReturnType<typeof phone>>;
