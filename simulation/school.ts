import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { endpoints } from '#contract/index.ts';
import type { DB } from '#server/db/tables.ts';
import { ProviderFault } from '#server/pix/provider/provider.ts';
import { createPerson, createSession } from '#server/testing/factories.ts';
import { startPixBank } from '#server/testing/pix-bank.ts';
import { simulatedWire } from './bus.ts';
import { type Chance, chanceOf } from './chance.ts';
import { rememberedDecisions } from './decisions.ts';
import { interleave, laneNow } from './interleaving.ts';
import { keyLeaks } from './laws/keys.ts';
import { othersIn } from './laws/others.ts';
import { outsideWorld } from './outside-world.ts';
import { type KnownQuestion, type KnownQuiz, newStudent, type Staff, type Student } from './people.ts';
import { openProcess, type SimulatedProcess } from './process.ts';
import { virtualClock } from './school-clock.ts';
import { seedDatabase } from './seeded-database.ts';
import type { CrashPoint, WatchedStatements } from './statements.ts';

export const START = new Date('2026-03-02T11:00:00.000Z');

export type Violation = { law: string; sentence: string };

export type Call = {
  as?: Student | Staff | undefined;
  params?: Record<string, string | number>;
  query?: Record<string, string | number>;
  body?: object | undefined;
  /** A form in place of a JSON body. */
  form?: { payload: Buffer; headers: Record<string, string> };
};
// biome-ignore lint/suspicious/noExplicitAny: a client without types, as curl is; the laws judge what it reads.
export type Reply = { status: number; body: any /** Rows of the whole list. */; total: number | undefined } & {
  /** Where the next page of a list begins. */
  next: string | undefined;
};

/** The answer never came: the process died. What was asked may be done or not. */
export class LostAnswer extends Error {}

const isStudent = (person: Student | Staff): person is Student => 'cookies' in person;

/**
 * A school in one process and one database: the product's real app, its people, its bank and the virtual time. What
 * people and devices remember survives a crash of the app.
 */
export async function openSchool(
  connection: { connectionString: string },
  statements: WatchedStatements,
  seed: number,
) {
  const clock = virtualClock(START);
  const dataDir = await mkdtemp(join(tmpdir(), 'alvorada-simulation-'));
  const bank = await startPixBank(clock.now);
  /** For the laws: a look at the tables that no fault hits. */
  const reader = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...connection, max: 2, application_name: 'simulation' }) }),
  });
  await seedDatabase(reader, seed);
  const violations: Violation[] = [];
  const decided = rememberedDecisions();
  const used = new Map<string, number>();
  const students: Student[] = [];
  const questions = new Map<number, KnownQuestion>();
  const quizzes: KnownQuiz[] = [];
  let calls = 0;
  let crashes = 0;
  const violate = (law: string, sentence: string) => void violations.push({ law, sentence });
  const world = outsideWorld(clock, violate);
  const onFault = (at: number, what: string, error: unknown) => {
    // The bank, the mail server, the push service and the file store fail on purpose.
    if (statements.isDead(at) || error instanceof ProviderFault || world.takeMet() > 0) return;
    violate('no fault', `${what} failed: ${(error as Error)?.stack ?? error}`);
  };
  const wire = simulatedWire();
  /** A process that could not start is started again, as by the service manager: a busy machine connects too slowly. */
  const open = async (at: number, tries = 5): Promise<SimulatedProcess> => {
    const report = (what: string, error: unknown) => onFault(at, what, error);
    try {
      return await openProcess({ at, connection, dataDir, clock, bank, world, wire, onFault: report });
    } catch (error) {
      if (tries === 1) throw error;
      return open(at, tries - 1);
    }
  };
  /** Two processes on one database; a call goes to either, as behind a load balancer, and to no dead one. */
  const both: [SimulatedProcess, SimulatedProcess] = [await open(0), await open(1)];
  let turns = chanceOf(seed, 'turns');
  const servingAt = (): number => {
    const wanted = laneNow() ?? turns.int(2);
    return statements.isDead(wanted) ? 1 - wanted : wanted;
  };
  const processAt = (at: number): SimulatedProcess => both[at] ?? both[0];

  /** The connections of a dead process end, and their locks with them. */
  async function endBackends(at: number): Promise<void> {
    const admin = new pg.Client({ ...connection, application_name: 'simulation' });
    await admin.connect();
    await admin.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [statements.backendsOf(at)]);
    await admin.end();
  }

  /** These processes are gone: their memory, their connections. Others start on the same database. */
  async function restart(which: readonly number[] = [0, 1]): Promise<void> {
    crashes += 1;
    for (const at of which) {
      await endBackends(at);
      // A dead process closes nothing properly; what its shutdown reports has no meaning.
      await processAt(at)
        .close()
        .catch(() => undefined);
      statements.revive(at);
    }
    for (const at of which) both[at] = await open(at);
  }

  async function restartDead(): Promise<void> {
    const dead = statements.dead();
    if (dead.length > 0) await restart(dead);
  }

  async function cookieOf(person: Student | Staff): Promise<string> {
    if (!isStudent(person)) return createSession(reader, person.id, clock.now());
    return [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** With TLS cookies have the prefix `__Host-`; sends both names, as the product reads either. */
  const bothNames = (cookie: string) =>
    cookie
      .split('; ')
      .filter((pair) => pair !== '')
      .flatMap((pair) => (pair.startsWith('__Host-') ? [pair] : [pair, `__Host-${pair}`]))
      .join('; ');

  function remember(person: Student, headers: string | string[] | undefined): void {
    for (const line of [headers ?? []].flat()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      if (value === '') person.cookies.delete(name);
      else person.cookies.set(name, value);
    }
  }

  /** One call as a client makes it. Throws `LostAnswer` when the process dies on the way. */
  async function call(name: string, { as, params = {}, query, body, form }: Call = {}): Promise<Reply> {
    const spec = endpoints[name] as EndpointSpec | undefined;
    if (!spec) throw new Error(`The contract has no call ${name}.`);
    calls += 1;
    const path = spec.path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(String(params[part])));
    const search = query
      ? `?${new URLSearchParams(Object.entries(query).map(([key, one]) => [key, String(one)]))}`
      : '';
    const cookie = as ? bothNames(await cookieOf(as)) : '';
    const at = servingAt();
    const noteDone = as && !isStudent(as) ? decided.ask(name, as, params.id) : undefined;
    const reply = await processAt(at).app.inject({
      method: spec.method,
      url: path + search,
      headers: { ...(cookie ? { cookie } : {}), ...form?.headers },
      ...(form ? { payload: form.payload } : body === undefined ? {} : { payload: body }),
    });
    if (statements.isDead(at)) {
      // While another deed is under way in the other process, that one goes on alone.
      if (laneNow() === undefined) await restartDead();
      else await endBackends(at);
      throw new LostAnswer(name);
    }
    wire.deliverAll();
    used.set(name, (used.get(name) ?? 0) + (reply.statusCode < 400 ? 1 : 0));
    const isExcused = world.takeMet() > 0 && reply.statusCode === 503;
    if (reply.statusCode >= 500 && !isExcused)
      violate('no fault', `${name} answered ${reply.statusCode}: ${reply.body}`);
    const isJson = String(reply.headers['content-type']).includes('json');
    const count = reply.headers['x-total-count'];
    const total = count === undefined ? undefined : Number(count);
    const next = /[?&]cursor=([^&>]+)/.exec(String(reply.headers.link ?? ''))?.[1];
    const read = isJson ? JSON.parse(reply.body) : reply.body;
    const answer = { status: reply.statusCode, body: read, total, next: next && decodeURIComponent(next) };
    noteDone?.(reply.statusCode < 300);
    if (as && isStudent(as)) {
      remember(as, reply.headers['set-cookie']);
      for (const leak of keyLeaks(school, as, answer.body)) violate('keys', `${name} told ${as.username} ${leak}`);
      for (const leak of othersIn(students, as, answer.body)) violate('others', `${name} told ${as.username} ${leak}`);
    }
    return answer;
  }

  /** The same call until it is answered: a client that lost the answer sends it again. */
  async function insist(name: string, given: Call = {}): Promise<Reply> {
    for (;;) {
      try {
        return await call(name, given);
      } catch (error) {
        if (!(error instanceof LostAnswer)) throw error;
      }
    }
  }

  /** Runs work of the queue; a crash inside it restarts the process, and the job stays queued. */
  async function work(run: (process: SimulatedProcess) => Promise<unknown>): Promise<void> {
    const at = servingAt();
    try {
      await run(processAt(at));
    } catch (error) {
      if (!statements.isDead(at)) throw error;
    }
    if (statements.isDead(at)) await restartDead();
    else wire.deliverAll();
  }

  async function countLocked(): Promise<number> {
    const { rows } = await sql<{ locked: number }>`
      SELECT count(*)::int AS locked FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'alvorada' AND wait_event_type = 'Lock'`.execute(
      reader,
    );
    return rows[0]?.locked ?? 0;
  }

  const employ = async (role: Staff['role'], tag: string): Promise<Staff> => {
    const options = { role, username: `${role}${tag}`, email: `${role}${tag}@escola.com.br`, now: clock.now() };
    return { id: (await createPerson(both[0].deps.db, options)).id, role };
  };

  const school = {
    clock,
    bank,
    world,
    dataDir,
    reader,
    students,
    questions,
    quizzes,
    violations,
    violate,
    used,
    decided,
    statements,
    /** Lessons, subjects, courses and exams that exist, by id. */
    lessons: [] as number[],
    subjects: [] as number[],
    topics: [] as number[],
    courses: [] as number[],
    annulled: new Set<number>(),
    /** Published themes of essays. */
    themes: [] as number[],
    exams: [] as { id: number; version: number }[],
    coupons: [] as { id: number; code: string }[],
    /** Messages of the bank that have not reached the school. */
    messages: [] as unknown[],
    staff: {} as { teacher: Staff; other: Staff; office: Staff; owner: Staff },
    get deps() {
      return both[0].deps;
    },
    get counts() {
      return { calls, crashes };
    },
    call,
    insist,
    work,
    restart,
    restartDead,
    /** From now on chance decides which process serves a call. */
    setTurns: (chance: Chance) => {
      turns = chance;
    },
    /** The listener of one process hears nothing, or hears again. */
    silence: (at: number, isSilent: boolean) => processAt(at).bus.hear(isSilent),
    /** Does things at once, each at another process; chance decides whose statement is next. */
    atOnce: (tasks: readonly (() => Promise<void>)[], chance: Chance) =>
      interleave(tasks, chance, countLocked, (fault) => fault instanceof LostAnswer),
    crashAt: (point: CrashPoint) => statements.crashAt(point),
    /** Everybody who may do something now. */
    loggedIn: () => students.filter((one) => one.isLoggedIn && !one.isDeleted),
    enter(chance: Chance): Student {
      const student = newStudent(students.length + 1, chance.bytes(3).toString('hex'));
      students.push(student);
      return student;
    },
    async close() {
      for (const one of both) await one.close();
      await reader.destroy();
      await bank.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  const tag = randomBytes(2).toString('hex');
  school.staff = {
    teacher: await employ('teacher', tag),
    other: await employ('teacher', `${tag}b`),
    office: await employ('secretary', tag),
    owner: await employ('admin', tag),
  };
  return school;
}

export type School = Awaited<ReturnType<typeof openSchool>>;
