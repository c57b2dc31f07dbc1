import { readdir, readFile } from 'node:fs/promises';

/** USER_HZ, the unit of /proc/{pid}/stat: 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

type Stat = { parent: number; own: number; ofEndedChildren: number };

async function statOf(pid: number): Promise<Stat | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The name may contain spaces and brackets: the fields begin after its last bracket.
  const fields = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const seconds = (index: number) => (fields[index] ?? 0) / TICKS_PER_SECOND;
  return { parent, own: seconds(11) + seconds(12), ofEndedChildren: seconds(13) + seconds(14) };
}

/** CPU seconds of one process, all threads. */
export async function cpuOfProcess(pid: number): Promise<number> {
  return (await statOf(pid))?.own ?? 0;
}

/** CPU seconds of PostgreSQL: the postmaster, its backends, and those that have ended. */
export const cpuOfDatabase = cpuOfFamily;

/** CPU seconds of a process and its children, those that have ended included: a server and its workers. */
export async function cpuOfFamily(pid: number): Promise<number> {
  const main = await statOf(pid);
  let sum = (main?.own ?? 0) + (main?.ofEndedChildren ?? 0);
  for (const child of await childrenOf(pid)) sum += await cpuOfProcess(child);
  return sum;
}

async function childrenOf(pid: number): Promise<number[]> {
  const children: number[] = [];
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name) && (await statOf(Number(name)))?.parent === pid) children.push(Number(name));
  }
  return children;
}

export async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** A server and its workers. */
export async function residentMbOfFamily(pid: number): Promise<number> {
  let sum = await residentMb(pid);
  // A process that has just ended has none.
  for (const child of await childrenOf(pid)) sum += await residentMb(child).catch(() => 0);
  return sum;
}
