import { expect } from 'vitest';
import type { AnkiImport } from '#contract/study/anki.ts';
import type { Card } from '#contract/study/cards.ts';
import { ankiDeck, type FixtureDeck } from './anki-decks.ts';
import { createPerson, type Person } from './factories.ts';
import { multipartForm } from './forms.ts';
import type { TestApp } from './test-app.ts';

/** Every deck under its own heading, with the memory of Anki. */
export const everything = { decks: [], keepsSchedule: true };

export const basicNote = (guid: string, deck = 'Default') => ({
  guid,
  notetype: 'Basic' as const,
  fields: [`frente ${guid}`, `verso ${guid}`],
  cards: [{ deck }],
});

/** The calls of an import, as a student makes them. */
export function ankiImports(test: TestApp) {
  const call = async <T>(as: Person, method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) => {
    const response = await test.request({ method, url, as, ...(payload ? { payload } : {}) });
    return { status: response.statusCode, body: response.json() as T };
  };
  const send = async (as: Person, file: Buffer, name = 'deck.apkg') => {
    const form = await multipartForm({ name, file: [name, new Uint8Array(file)] });
    const response = await test.request({ method: 'POST', url: '/api/cards/imports', as, ...form });
    return { status: response.statusCode, body: response.json() };
  };
  const preview = async (as: Person, deck: FixtureDeck): Promise<AnkiImport> => {
    const { status, body } = await send(as, await ankiDeck('anki2', deck));
    expect(status, JSON.stringify(body)).toBe(201);
    return body;
  };
  const bring = async (as: Person, deck: FixtureDeck, choices: object = everything): Promise<AnkiImport> => {
    const { id } = await preview(as, deck);
    expect((await call(as, 'POST', `/api/cards/imports/${id}/start`, choices)).status).toBe(200);
    await test.deps.jobs.drain();
    return (await call<AnkiImport>(as, 'GET', `/api/cards/imports/${id}`)).body;
  };
  return {
    call,
    send,
    preview,
    bring,
    student: () => createPerson(test.deps.db, { role: 'student', now: test.clock.now() }),
    cardsOf: async (as: Person) => (await call<Card[]>(as, 'GET', '/api/cards?limit=100')).body,
  };
}
