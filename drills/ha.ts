import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile } from '../bench/http-client.ts';
import { proveAlive } from './ha/alive.ts';
import { type Fault, faultsOf } from './ha/faults.ts';
import { countLost, type Load, startLoad } from './ha/load.ts';
import { takenHere } from './ha/network.ts';
import type { HaResult, HaRow } from './ha/result.ts';
import { missingHere, type Setting, setUp } from './ha/set-up.ts';
import { until, within } from './wait.ts';

/**
 * npm run test:ha [-- --faults 20 --writes 100000 --control 2]: three PostgreSQL nodes under Patroni with the files of
 * deploy/ha, in network namespaces of this machine; two servers of the product, one by several hosts in DATABASE_URL,
 * one by HAProxy; students who answer without end. The primary is killed, stopped and cut off, over and over; then every
 * acknowledged answer is looked for. At the end the same without synchronous replication, as a control: there some
 * should be missing. Needs Debian's packages and root; about twenty minutes.
 */
const { values } = parseArgs({
  options: {
    faults: { type: 'string', default: '20' },
    writes: { type: 'string', default: '100000' },
    control: { type: 'string', default: '2' },
    // Writes the result there as JSON.
    out: { type: 'string' },
    // Leaves what the nodes have said in the temporary directory.
    keep: { type: 'boolean', default: false },
  },
});
const [faults, writes, control] = [Number(values.faults), Number(values.writes), Number(values.control)];
const LONGEST_GAP_SECONDS = 30;
const RECOVERY_MS = 120_000;
/** For all answers of the run, and for reading them back. */
const LOAD_MS = 3_600_000;
const COUNT_MS = 300_000;
/** A server counts as recovered after this many acknowledged answers. */
const ENOUGH = 30;
const QUESTIONS = 100;

const missing = missingHere() ?? (await takenHere());
if (missing) {
  console.error(`High availability cannot be tried: ${missing}.`);
  process.exit(1);
}

const failed: string[] = [];
const began = performance.now();
const report = (line: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${line}`);

const recovered = (what: string, isSo: () => boolean | Promise<boolean>) => until(what, RECOVERY_MS, isSo);

async function strike(setting: Setting, load: Load, fault: Fault, isSynchronous: boolean): Promise<HaRow> {
  const { nodes, servers, connection } = setting;
  await nodes.untilWhole(isSynchronous);
  const calm = performance.now();
  const before = load.acknowledged.length;
  await recovered('answers before the fault', () => servers.every(({ name }) => load.countSince(name, calm) > ENOUGH));
  const from = (await nodes.leader()) ?? 0;
  const roles = (await nodes.members()).map(({ name, role }) => `${name} ${role}`).join(', ');
  load.takeSeen();
  const at = performance.now();
  await within(`striking: ${fault.name}`, RECOVERY_MS, fault.strike(from));
  // Answers that were on their way when it struck are no recovery: the pause has to come and go.
  await pause(1000);
  if (fault.moves)
    await recovered('another primary', async () => ![undefined, from].includes(await nodes.leader(from)));
  const struck = performance.now();
  await recovered('answers after the fault', () => servers.every(({ name }) => load.countSince(name, struck) > ENOUGH));
  const gaps = servers.map(({ name }) => load.gapSince(name, at));
  const { job, bus } = await proveAlive(connection, servers);
  const to = (await nodes.leader(from)) ?? (await nodes.leader()) ?? 0;
  await within(`healing: ${fault.name}`, RECOVERY_MS, fault.heal(from));
  await nodes.untilWhole(isSynchronous);
  const { refused, broken, wrong } = load.takeSeen();
  // Without synchronous replication attempts may be lost: the count is printed and fails nothing.
  if (wrong.length > 0 && isSynchronous)
    failed.push(`users saw ${wrong.length} times what is no "come back": ${wrong[0]}`);
  const acknowledged = load.acknowledged.length - before;
  const row = { fault: fault.name, from, to, gaps, refused, broken, acknowledged, job, bus };
  report(
    `${fault.name} (${roles}): pg${from} → pg${to}, gap ${gaps.map((gap) => gap.toFixed(1)).join(' / ')} s, ${load.acknowledged.length} acknowledged, job ${job.toFixed(1)} s, bus ${bus.toFixed(1)} s`,
  );
  return row;
}

function startRound(setting: Setting, students: number): Load {
  return startLoad({
    ways: setting.servers,
    clients: 16,
    pauseMs: 20,
    students: setting.students.splice(0, students),
    quiz: setting.quiz,
  });
}

const setting = await setUp(report, {
  students: Math.ceil((writes * 3) / QUESTIONS) + 1000,
  questions: QUESTIONS,
  keep: values.keep,
});
try {
  const kinds = faultsOf(setting.nodes);
  const order = [kinds.machine, kinds.away, kinds.frozen, kinds.apart, kinds.postgres];
  const load = startRound(setting, setting.students.length - 500);
  const rows: HaRow[] = [];
  for (let number = 0; number < faults; number += 1) {
    rows.push(await strike(setting, load, order[number % order.length] as Fault, true));
  }
  await until(`${writes} acknowledged answers`, LOAD_MS, () => load.acknowledged.length >= writes);
  await within('the end of the load', RECOVERY_MS, load.stop());
  await setting.nodes.untilWhole(true);
  const lost = await within('reading the answers back', COUNT_MS, countLost(setting.connection, load.acknowledged));
  const gaps = rows.flatMap((row) => row.gaps);
  const [p50, p99, most] = [percentile(gaps, 50), percentile(gaps, 99), Math.max(0, ...gaps)];

  console.log(
    '\n| fault | times | gap by several hosts, s | gap by HAProxy, s | told to come back | connections broken | e-mail by a job, s | bus, s |\n|---|---|---|---|---|---|---|---|',
  );
  for (const { name } of order) {
    const those = rows.filter((row) => row.fault === name);
    const list = (pick: (row: HaRow) => number) => those.map((row) => pick(row).toFixed(1)).join(', ');
    const sum = (pick: (row: HaRow) => number) => those.reduce((total, row) => total + pick(row), 0);
    console.log(
      `| ${name} | ${those.length} | ${list((row) => row.gaps[0] ?? 0)} | ${list((row) => row.gaps[1] ?? 0)} | ${sum((row) => row.refused)} | ${sum((row) => row.broken)} | ${list((row) => row.job)} | ${list((row) => row.bus)} |`,
    );
  }
  console.log(
    `\n${rows.length} faults, ${load.acknowledged.length} acknowledged, ${lost} lost; gap p50 ${p50} s, p99 ${p99} s, longest ${most.toFixed(1)} s\n`,
  );
  failed.push(
    ...(lost > 0 ? [`${lost} acknowledged answers are lost`] : []),
    ...(load.acknowledged.length < writes ? ['too few answers'] : []),
    ...(p99 > LONGEST_GAP_SECONDS ? [`the gap's 99th percentile is ${p99} s, more than ${LONGEST_GAP_SECONDS} s`] : []),
  );

  if (values.out) {
    const result: HaResult = { rows, acknowledged: load.acknowledged.length, lost, failed };
    await writeFile(values.out, JSON.stringify(result));
  }

  if (control > 0) {
    await setting.nodes.configure({ synchronous_mode: false, synchronous_mode_strict: false });
    await pause(10_000);
    const loose = startRound(setting, setting.students.length);
    for (let number = 0; number < control; number += 1)
      await strike(setting, loose, [kinds.apart, kinds.machine][number % 2] as Fault, false);
    await within('the end of the load', RECOVERY_MS, loose.stop());
    const gone = await within('reading the answers back', COUNT_MS, countLost(setting.connection, loose.acknowledged));
    console.log(
      `\nControl, asynchronous: ${control} faults, ${loose.acknowledged.length} acknowledged, ${gone} lost${gone === 0 ? ' (none by luck: this control shows nothing)' : ''}\n`,
    );
  }
} catch (error) {
  failed.push((error as Error).message);
} finally {
  await setting.tearDown();
}
for (const reason of failed) console.error(`Missed: ${reason}`);
report(failed.length === 0 ? 'held' : 'not held');
process.exit(failed.length === 0 ? 0 : 1);
