import { type Judged, quietMs, times, verdictOf } from './bars.ts';
import type { Machine } from './run-details.ts';

type Bar = {
  bar: string;
  limit: string;
  /** Null where this result does not have the figure: the bar counts as missing. */
  value: (result: never, machine: Machine) => number | null | undefined;
  holds: (value: number) => boolean;
};

/** A long run: `npm run bench -- <args>`. */
export type Program = { name: string; file: string; args: string[]; bars: Bar[] };

const atMost = <T>(
  bar: string,
  most: number,
  value: (result: T, machine: Machine) => number | null | undefined,
): Bar => ({
  bar,
  limit: `at most ${most.toLocaleString('en')}`,
  value,
  holds: (reached) => reached <= most,
});
const atLeast = <T>(bar: string, least: number, value: (result: T) => number | undefined): Bar => ({
  bar,
  limit: `at least ${least.toLocaleString('en')}`,
  value,
  holds: (reached) => reached >= least,
});

type Rush = {
  answersLost: number;
  wrongGrades: number;
  turnedAwayPercent: number;
  cpuMsPerAttempt: { together: number };
  memoryMb: { ratio: number };
};
type Visit = {
  screen: string;
  scriptKb: number;
  requests: number;
  text: number;
  /** Milliseconds from the text to the largest paint. */
  largestAfter?: number;
  /** Milliseconds of the slowest press or key until its next paint. */
  slowestPress?: number;
};
type EssayRush = { essaysLost: number; essaysDoubled: number; wrongAnswers: number };
type Page = { accessibility: number; 'best-practices': number };
type Payments = { rush?: { notApproved: number; doubledDecisions: number; doubledGrants: number } };

const largest = (values: number[]): number => Math.max(...values);
const smallest = (values: number[]): number => Math.min(...values);
/** The landing page has no script, and two screens have no budget (scripts/build-screens.ts). */
const without = ['landing', 'practice', 'essays'];
const budgeted = (visits: Visit[]) => visits.filter(({ screen }) => !without.includes(screen));

/** Null where a screen was measured without this figure. */
function slowest(visits: Visit[], figure: 'text' | 'largestAfter' | 'slowestPress', machine: Machine): number | null {
  const values = visits.map((visit) => visit[figure]);
  const known = values.filter((value) => value !== undefined);
  return known.length < values.length || known.length === 0 ? null : times(largest(known), machine, 'nodeMs');
}

export const programs: readonly Program[] = [
  {
    name: 'simulado rush, 5,000 students',
    file: 'rush-5000-in-60s-think-0s',
    args: ['rush', '--students', '5000', '--ramp', '60', '--after', '300'],
    bars: [
      atMost('answers lost', 0, ({ answersLost }: Rush) => answersLost),
      atMost('wrong grades', 0, ({ wrongGrades }: Rush) => wrongGrades),
      atMost('% of calls turned away', 1, ({ turnedAwayPercent }: Rush) => turnedAwayPercent),
      atMost('× bare node per attempt', quietMs(25), (rush: Rush, machine) =>
        times(rush.cpuMsPerAttempt.together, machine, 'nodeMs'),
      ),
      atMost('memory five minutes after, of before', 1.2, ({ memoryMb }: Rush) => memoryMb.ratio),
    ],
  },
  {
    name: 'essay rush, 1,000 students',
    file: 'essay-rush',
    args: ['essay-rush'],
    bars: [
      atMost('essays lost', 0, ({ essaysLost }: EssayRush) => essaysLost),
      atMost('essays doubled', 0, ({ essaysDoubled }: EssayRush) => essaysDoubled),
      atMost('saves with a wrong revision', 0, ({ wrongAnswers }: EssayRush) => wrongAnswers),
    ],
  },
  {
    name: 'memory, ten minutes',
    file: 'memory',
    args: ['memory'],
    bars: [atMost('MB more per minute', 0.1, (result: { slopeMbPerMinute: number }) => result.slopeMbPerMinute)],
  },
  {
    name: 'second start at M',
    file: 'start',
    args: ['start', '--size', 'M'],
    bars: [
      atMost('slowest start in bare requests', quietMs(3000), (result: { worst: number }, machine) =>
        times(result.worst * 1000, machine, 'nodeMs'),
      ),
      atMost('CPU of a start in bare requests', quietMs(2500), (result: { worstCpu?: number }, machine) =>
        result.worstCpu === undefined ? null : times(result.worstCpu * 1000, machine, 'nodeMs'),
      ),
    ],
  },
  {
    name: 'browser, first visits',
    file: 'browser',
    args: ['browser'],
    bars: [
      atMost('KB of script, landing page', 0, (visits: Visit[]) =>
        largest(visits.filter(({ screen }) => screen === 'landing').map(({ scriptKb }) => scriptKb)),
      ),
      atMost('KB of script, other screens', 130, (visits: Visit[]) =>
        largest(budgeted(visits).map(({ scriptKb }) => scriptKb)),
      ),
      atMost('requests of a screen', 20, (visits: Visit[]) =>
        largest(budgeted(visits).map(({ requests }) => requests)),
      ),
      // A phone of this machine is as fast as the machine: milliseconds become bare requests of the same run.
      atMost('text of home and review, in bare requests', quietMs(1000), (visits: Visit[], machine) =>
        slowest(
          visits.filter(({ screen }) => ['dashboard', 'review'].includes(screen)),
          'text',
          machine,
        ),
      ),
      atMost('largest paint after the text, in bare requests', quietMs(300), (visits: Visit[], machine) =>
        slowest(visits, 'largestAfter', machine),
      ),
      atMost('slowest press or key, in bare requests', quietMs(100), (visits: Visit[], machine) =>
        slowest(visits, 'slowestPress', machine),
      ),
    ],
  },
  {
    name: 'typing while the app takes over',
    file: 'take-over',
    args: ['take-over'],
    bars: [atMost('inputs lost', 0, (rows: { lost: number }[]) => rows.reduce((sum, { lost }) => sum + lost, 0))],
  },
  {
    name: 'Lighthouse',
    file: 'lighthouse',
    args: ['lighthouse'],
    bars: [
      atLeast('accessibility, lowest', 100, (pages: Page[]) => smallest(pages.map((page) => page.accessibility))),
      atLeast('best practices, lowest', 100, (pages: Page[]) => smallest(pages.map((page) => page['best-practices']))),
    ],
  },
  {
    name: 'payments, 1,000 in a minute',
    file: 'payments',
    args: ['payments'],
    bars: [
      atMost('not approved', 0, ({ rush }: Payments) => rush?.notApproved),
      atMost('decided twice', 0, ({ rush }: Payments) => rush?.doubledDecisions),
      atMost('granted twice', 0, ({ rush }: Payments) => rush?.doubledGrants),
    ],
  },
  {
    name: 'sample school',
    file: 'sample',
    args: ['sample'],
    bars: [
      atMost('added to the first start, in bare requests', quietMs(3000), (result: { best: number }, machine) =>
        times(result.best * 1000, machine, 'nodeMs'),
      ),
    ],
  },
];

/** `stored` is null where the program has no current result. */
export function judgeProgram({ name, bars }: Program, stored: { result: unknown; machine: Machine } | null): Judged[] {
  return bars.map(({ bar, limit, value, holds }) => {
    const reached = stored ? (value(stored.result as never, stored.machine) ?? null) : null;
    return { subject: name, bar, limit, value: reached, verdict: verdictOf(reached, holds) };
  });
}
