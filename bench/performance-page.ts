import { type BarName, barWords, type Judged, times } from './bars.ts';
import {
  barsOf,
  type Current,
  currentOf,
  exponentOf,
  judgeStored,
  missingResults,
  type Stored,
  sizeNames,
  timesBySize,
} from './judged-results.ts';
import { totalMs } from './measure.ts';
import { programs } from './programs.ts';
import type { Run } from './run-details.ts';
import { scenarios } from './scenarios/index.ts';

const opening = (name: string) => `<!-- generated: ${name} -->`;
const CLOSING = '<!-- /generated -->';
const MISSING = 'missing';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join(
    '\n',
  );

const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 3 });

/** A reached value beside its bar: bold where it was missed. */
function cell(judged: readonly Judged[], subject: string, bar: BarName, value: number | null): string {
  const found = judged.find((one) => one.subject === subject && one.bar === barWords[bar]);
  if (value === null) return found ? MISSING : '';
  const text = number(value);
  if (!found) return text;
  const limit = found.limit.replace('at most ', '≤ ').replace('at least ', '≥ ');
  return found.verdict === 'missed' ? `**${text}** (${limit})` : `${text} (${limit})`;
}

function renderSummary(judged: readonly Judged[]): string {
  const of = (verdict: Judged['verdict']) => judged.filter((one) => one.verdict === verdict);
  const missed = of('missed');
  const line = `Of ${judged.length} bars, ${of('holds').length} hold, ${missed.length} are missed, and ${of('missing').length} have no current result.`;
  if (missed.length === 0) return line;
  const rows = missed.map(({ subject, bar, limit, value }) => [
    subject,
    bar,
    limit,
    value === null ? '' : number(value),
  ]);
  return `${line}\n\nMissed:\n\n${table(['What', 'Bar', 'Limit', 'Reached'], rows)}`;
}

function renderScenarios(current: Current, judged: readonly Judged[]): string {
  const rows = scenarios.map(({ name }) => {
    const counts = current.counts('S', name);
    const cost = current.cost('S', name);
    const of = (bar: BarName, value: number | null) => cell(judged, name, bar, value);
    const beside = (['httpRatio', 'pgRatio', 'besideRatio'] as const).flatMap((bar) => {
      const text = of(bar, cost?.[bar] ?? null);
      return text ? [`${text} ${barWords[bar]}`] : [];
    });
    return [
      name,
      of('statements', counts?.statements ?? null),
      of('bytes', counts?.bytes ?? null),
      cost ? `${cost.cpuMs.server} + ${cost.cpuMs.database}` : MISSING,
      of('nodeTimes', cost && times(totalMs(cost), cost.run.machine, 'nodeMs')) || (cost ? '' : MISSING),
      beside.join('; '),
      [...new Set([counts?.run.commit, cost?.run.commit].flatMap((commit) => commit ?? []))].join(', '),
    ];
  });
  const head = ['Scenario', 'Statements', 'Bytes', 'CPU server + database (ms)', '× bare node', 'Beside it', 'Commit'];
  return table(head, rows);
}

function renderGrowth(current: Current, judged: readonly Judged[]): string {
  const rows = scenarios
    .filter((scenario) => barsOf(scenario).exponent !== undefined)
    .map(({ name }) => ({ name, costs: timesBySize(current, name) }))
    .filter(({ costs }) => costs.some((cost) => cost !== null))
    .map(({ name, costs }) => [
      name,
      ...costs.map((cost) => (cost === null ? MISSING : number(cost))),
      cell(judged, name, 'exponent', exponentOf(costs)),
    ]);
  return rows.length === 0
    ? 'No size has a current result: `npm run bench -- --growth` measures them.'
    : table(['Scenario, × bare node', ...sizeNames, 'Exponent'], rows);
}

function renderPrograms(current: Current, judged: readonly Judged[]): string {
  const rows = programs.flatMap(({ name, file, args }) =>
    judged
      .filter(({ subject }) => subject === name)
      .map(({ bar, limit, value, verdict }) => [
        `${name} (\`${args.join(' ')}\`)`,
        bar,
        limit,
        value === null ? MISSING : verdict === 'missed' ? `**${number(value)}**` : number(value),
        current.program(file)?.run.commit ?? '',
      ]),
  );
  return table(['Program', 'Bar', 'Limit', 'Reached', 'Commit'], rows);
}

function renderMissing(current: Current): string {
  const missing = missingResults(current);
  if (missing.length === 0) return 'Every result is there and current.';
  const counts = missing.filter((line) => line.endsWith(': statements and bytes')).length;
  const bySize = sizeNames.map(
    (size) => `${missing.filter((line) => line.endsWith(`: cost at ${size}`)).length} at ${size}`,
  );
  const long = programs.filter(({ file }) => !current.program(file)).map(({ name }) => name);
  return [
    `- statements and bytes: ${counts} of ${scenarios.length} scenarios`,
    `- cost: ${bySize.join(', ')}`,
    `- long programs: ${long.length === 0 ? 'none' : long.join('; ')}`,
  ].join('\n');
}

const range = (values: readonly number[], digits: number): string => {
  const [least, most] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));
  return least === most ? `${least}` : `${least} to ${most}`;
};

/** Commit, day, load and ceilings of whatever counts. */
function renderRuns(current: Current): string {
  const runs: Run[] = [
    ...scenarios.flatMap(({ name }) => sizeNames.flatMap((size) => current.counts(size, name)?.run ?? [])),
    ...scenarios.flatMap(({ name }) => sizeNames.flatMap((size) => current.cost(size, name)?.run ?? [])),
    ...programs.flatMap(({ file }) => current.program(file)?.run ?? []),
  ];
  const byRun = new Map<string, Run[]>();
  for (const run of runs) {
    const key = `${run.commit} ${run.date.slice(0, 10)}`;
    byRun.set(key, [...(byRun.get(key) ?? []), run]);
  }
  if (byRun.size === 0) return 'There is no current result.';
  const rows = [...byRun.values()].map((list) => [
    list[0]?.commit ?? '',
    list[0]?.date.slice(0, 10) ?? '',
    range(
      list.map(({ load }) => load),
      1,
    ),
    `${list[0]?.cores}`,
    range(
      list.map(({ machine }) => machine.nodeMs * 1000),
      0,
    ),
    range(
      list.map(({ machine }) => machine.insertMs),
      2,
    ),
  ]);
  return table(['Commit', 'Day', 'Load', 'Cores', 'Bare node (µs)', 'Bare INSERT (ms)'], rows);
}

/** The generated parts of docs/performance.md, by name. */
export function renderParts(stored: Stored): Record<string, string> {
  const current = currentOf(stored);
  const judged = judgeStored(current);
  return {
    summary: renderSummary(judged),
    missing: renderMissing(current),
    runs: renderRuns(current),
    scenarios: renderScenarios(current, judged),
    growth: renderGrowth(current, judged),
    programs: renderPrograms(current, judged),
  };
}

/** The page with its generated parts replaced. Throws where the page lacks the marks of a part. */
export function fillPage(page: string, parts: Record<string, string>): string {
  return Object.entries(parts).reduce((text, [name, part]) => {
    const begin = text.indexOf(opening(name));
    const end = text.indexOf(CLOSING, begin);
    if (begin < 0 || end < 0) throw new Error(`docs/performance.md has no generated part '${name}'.`);
    return `${text.slice(0, begin)}${opening(name)}\n\n${part}\n\n${text.slice(end)}`;
  }, page);
}

/** A measured figure: a number with a unit of time or size, or a share. */
const figure = /\d\s?(?:ms|µs|s|MB|KB|GB|%|times)(?![\w-])/;
const dated = /\d{4}-\d{2}-\d{2}.*`[0-9a-f]{7,}`/;

/**
 * What the page says beside its generated parts and must not: figures that no result holds. Sections below '## History'
 * may have figures, each under a heading with its date and commit.
 */
export function claimsWithoutResult(page: string): string[] {
  const [present = '', past = ''] = page.split(/^## History$/m);
  const written = present.replace(/<!-- generated: [\s\S]*?<!-- \/generated -->/g, '');
  const claims = written
    .split('\n')
    .filter((line) => figure.test(line))
    .map((line) => `A figure that no stored result holds: ${line.slice(0, 120)}`);
  const headings = past.split('\n').filter((line) => line.startsWith('### ') && !dated.test(line));
  const orphan = (past.split(/^### /m)[0] ?? '').split('\n').filter((line) => figure.test(line));
  return [
    ...claims,
    ...headings.map((line) => `A section of the history without date and commit: ${line}`),
    ...orphan.map((line) => `A figure of the history above its first section: ${line.slice(0, 120)}`),
  ];
}

/** Everything that is wrong with the page; an empty list is a page that says what the results say. */
export function faultsOfPage(page: string, stored: Stored): string[] {
  const parts = renderParts(stored);
  const claims = claimsWithoutResult(page);
  try {
    const faults =
      fillPage(page, parts) === page ? [] : ['The generated parts differ from bench/results/: `npm run performance`.'];
    return [...faults, ...claims];
  } catch (error) {
    return [String(error), ...claims];
  }
}
