import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Essay } from '#contract/exams/essays.ts';
import { startServerProcess } from '#server/testing/server-process.ts';

let dataDir: string;
let cookie = '';

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'alvorada-essays-'));
  await chmod(dataDir, 0o711);
});

// The PostgreSQL of a killed server may still be writing its last files.
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 20 }));

async function call<T>(url: string, method: 'GET' | 'POST' | 'PUT', body?: object): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}`);
  const [session] = response.headers.getSetCookie();
  if (session) cookie = session.split(';', 1)[0] ?? '';
  return (await response.json()) as T;
}

const SAVES = 40;
const textOf = (save: number) => `Salvo ${save}. ${'A segurança pública é dever do Estado. '.repeat(save)}`;

/** A published theme and an essay of it, by the calls of the product alone. */
async function openEssay(url: string): Promise<Essay> {
  await call(`${url}/api/login`, 'POST', { username: 'admin', password: 'segredo-do-admin' });
  const theme = `${url}/api/teacher/essay-themes`;
  const made = await call<{ id: number; draft: object; revision: number }>(theme, 'POST', {
    title: 'Queda',
    kind: 'essay',
  });
  const draft = { ...made.draft, command: 'Escreva uma dissertação.' };
  const saved = await call<{ revision: number }>(`${theme}/${made.id}`, 'PUT', { draft, revision: made.revision });
  await call(`${theme}/${made.id}/publish`, 'POST', { revision: saved.revision });
  return call(`${url}/api/essay-themes/${made.id}/essays`, 'POST', {});
}

test('every acknowledged save of an essay survives kill -9 in the middle of a save, and writing goes on', async () => {
  const first = await startServerProcess(dataDir);
  const { id, revision } = await openEssay(first.url);
  const acknowledged: { save: number; revision: number }[] = [];
  let last = revision;
  try {
    for (let save = 1; save <= SAVES; save += 1) {
      const body = { text: textOf(save), revision: last };
      const saving = call<{ revision: number }>(`${first.url}/api/essays/${id}/text`, 'PUT', body);
      // The kill hits the middle of a call: this save may be lost, acknowledged ones must not.
      if (save === SAVES / 2) first.kill('SIGKILL');
      last = (await saving).revision;
      acknowledged.push({ save, revision: last });
    }
  } catch (error) {
    expect(String(error)).toMatch(/fetch failed|socket|terminated/);
  }
  expect(await first.ended).toBeNull();
  expect(acknowledged.length).toBeGreaterThanOrEqual(SAVES / 2 - 1);
  expect(acknowledged.length).toBeLessThan(SAVES);

  const second = await startServerProcess(dataDir);
  try {
    const newest = acknowledged.at(-1);
    const stored = await call<Essay>(`${second.url}/api/essays/${id}`, 'GET');
    // The save under way may have been stored without its acknowledgement.
    const unsure = { text: textOf((newest?.save ?? 0) + 1), revision: (newest?.revision ?? 0) + 1 };
    const sure = { text: textOf(newest?.save ?? 0), revision: newest?.revision };
    expect([sure, unsure]).toContainEqual({ text: stored.text, revision: stored.revision });
    // The browser repeats the save whose answer was lost, over the revision that it knows, and delivers.
    const repeated = await call<{ revision: number }>(`${second.url}/api/essays/${id}/text`, 'PUT', {
      text: unsure.text,
      revision: newest?.revision,
    });
    expect(repeated.revision).toBe(unsure.revision);
    const delivered = await call<Essay>(`${second.url}/api/essays/${id}/delivery`, 'POST', {
      text: unsure.text,
      revision: repeated.revision,
    });
    expect(delivered).toMatchObject({ state: 'delivered', text: unsure.text });
  } finally {
    second.kill('SIGTERM');
    expect(await second.ended).toBe(0);
  }
});
