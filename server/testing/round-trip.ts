import { expect } from 'vitest';
import * as z from 'zod/mini';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { addressOf } from './endpoints.ts';
import { countRows, type Person } from './factories.ts';
import type { TestApp } from './test-app.ts';

type Json = Record<string, unknown>;
type Made = Json & { id: number };
type Save = {
  call: EndpointSpec;
  body: Json;
  /** Every field of the answer and of the read, except the id. */
  reads: Json;
};

/** `shows`: the fields it shows of a saved one, when they differ from the answer to saving. */
type View = { call: EndpointSpec; shows?: (saved: Made) => Json };

type Resource = {
  as: Person;
  create: Save;
  /** Every field that both calls take gets a new value, except those that cannot change (`stay`). */
  update: Save & { over: (made: Made) => Json; stay?: string[] };
  /** Reads a single one. */
  read?: View;
  list: View & { query?: string };
  remove: EndpointSpec;
  /** The table, and whether its row is deleted or only marked. */
  rows: { table: string; stay?: true };
  /** The subject of its audit events, and the events, in order. */
  audit: { of: string; events: { action: string; details?: Json }[] };
};

/**
 * The lifecycle of a resource as a client sees it: created with every field of the contract, changed in every field,
 * listed, removed; after each step it is read back and compared in full. A new field of the contract fails here until
 * it is covered.
 */
export async function roundTrip(test: TestApp, resource: Resource): Promise<Made> {
  const { as, create, update, read, list, remove, rows, audit } = resource;
  const request = async (call: EndpointSpec, id: number, payload?: Json) => {
    const url = addressOf(call, { id: String(id) });
    return test.request({ method: call.method, url, as, ...(payload ? { payload } : {}) });
  };
  const listed = async (id: number) => {
    const url = `${list.call.path}${list.query ?? ''}`;
    const entries = (await test.request({ method: 'GET', url, as })).json() as Made[];
    return entries.filter((entry) => entry.id === id);
  };
  const expectWhole = async (whole: Made) => {
    if (read) expect((await request(read.call, whole.id)).json()).toEqual(shown(read, whole));
    expect(await listed(whole.id)).toEqual([shown(list, whole)]);
  };

  expect(Object.keys(create.body).sort(), 'the creation sends every field').toEqual(fieldsOf(create.call));
  const before = await countRows(test.deps.db, rows.table);
  const created = await request(create.call, 0, create.body);
  expect([created.statusCode, created.json()]).toEqual([201, { id: expect.any(Number), ...create.reads }]);
  const made = created.json() as Made;
  await expectWhole(made);
  expect(await countRows(test.deps.db, rows.table)).toBe(before + 1);

  const change = { ...update.body, ...update.over(made) };
  expect(Object.keys(change).sort(), 'the change sends every field').toEqual(fieldsOf(update.call));
  const same = Object.keys(update.body).filter((name) => isSame(update.body[name], create.body[name]));
  expect(same, 'the change changes every field').toEqual(update.stay ?? []);
  const updated = await request(update.call, made.id, change);
  expect([updated.statusCode, updated.json()]).toEqual([200, { id: made.id, ...update.reads }]);
  await expectWhole(updated.json() as Made);
  expect(await countRows(test.deps.db, rows.table)).toBe(before + 1);

  expect((await request(remove, made.id)).json()).toEqual({ ok: true });
  if (read) expect((await request(read.call, made.id)).statusCode).toBe(404);
  expect(await listed(made.id)).toEqual([]);
  expect(await countRows(test.deps.db, rows.table)).toBe(before + (rows.stay ? 1 : 0));
  expect(await eventsOf(test, `${audit.of}:${made.id}`)).toEqual(
    audit.events.map((event) => ({ at: test.clock.now(), actorId: as.id, details: {}, ...event })),
  );
  return made;
}

/** Saves a person's settings in full and reads them back, also as another person who saved none. */
export async function choiceTrip<Choice>(
  test: TestApp,
  choice: { save: EndpointSpec; read: EndpointSpec; as: Person; other: Person; body: Json; reads: Choice },
): Promise<void> {
  const { save, read, as, other, body, reads } = choice;
  const current = async (person: Person) =>
    (await test.request({ method: 'GET', url: read.path, as: person })).json() as Choice;
  const untouched = await current(other);
  expect(untouched, 'the choice differs from what holds without one').not.toEqual(reads);
  expect(Object.keys(body).sort(), 'every choice is sent').toEqual(fieldsOf(save));
  const saved = await test.request({ method: save.method, url: save.path, payload: body, as });
  expect(saved.statusCode).toBe(200);
  expect(await current(as)).toEqual(reads);
  expect(await current(other)).toEqual(untouched);
}

type PartSave = { body: (read: Json) => Json; reads: Json };

/**
 * A section of a resource that is saved as a whole (the questions of a quiz, the content of a course): every field is
 * sent, with a new value each time, and after each save the answer and the read are compared in full; the same
 * section of another resource stays unchanged.
 */
export async function partialRoundTrip(
  test: TestApp,
  part: { save: EndpointSpec; read: EndpointSpec; as: Person; id: number; other: number; saves: [PartSave, PartSave] },
): Promise<void> {
  const { save, read, as, id, other, saves } = part;
  const addressed = (call: EndpointSpec, of: number) => addressOf(call, { id: String(of) });
  const current = async (of: number) =>
    (await test.request({ method: 'GET', url: addressed(read, of), as })).json() as Json;
  const untouched = await current(other);
  const sent: Json[] = [];
  for (const { body, reads } of saves) {
    const payload = body(await current(id));
    expect(Object.keys(payload).sort(), 'every field is sent').toEqual(fieldsOf(save));
    const saved = await test.request({ method: save.method, url: addressed(save, id), payload, as });
    expect([saved.statusCode, saved.json()]).toEqual([200, expect.objectContaining(reads)]);
    expect(await current(id)).toEqual(saved.json());
    sent.push(payload);
  }
  const [first = {}, second = {}] = sent;
  const same = Object.keys(first).filter((name) => isSame(first[name], second[name]));
  expect(same, 'the second save changes every field').toEqual([]);
  expect(await current(other)).toEqual(untouched);
}

const shown = ({ shows }: View, saved: Made): Json => ({ id: saved.id, ...(shows ? shows(saved) : saved) });

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields that a call takes. */
function fieldsOf({ body }: EndpointSpec): string[] {
  const { properties = {} } = z.toJSONSchema(body as z.ZodMiniType, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties).sort();
}

const eventsOf = (test: TestApp, subject: string) =>
  test.deps.db
    .selectFrom('audit_events')
    .select(['at', 'actor_id as actorId', 'action', 'details'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();
