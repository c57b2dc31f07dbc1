/** Figures of two healthy servers, in promtool's notation; a scenario replaces those that its fault changes. */
const HOURS = 30;
const MINUTES = HOURS * 60;
const steady = (value: number) => `${value}x${MINUTES}`;
const growing = (by: number) => `0+${by}x${MINUTES}`;
const onBoth = (name: string, values: string, labels = ''): [string, string][] =>
  ['a', 'b'].map((instance) => [`${name}{instance="${instance}"${labels}}`, values]);

export const FAULT_FROM = 120;
/** Healthy for two hours, then as the fault makes it. */
const then = (before: number, after: number) => `${before}x${FAULT_FROM - 1} ${after}x${MINUTES - FAULT_FROM}`;
/** Grows from the fault on. */
const risesBy = (by: number) => `0x${FAULT_FROM - 1} 0+${by}x${MINUTES - FAULT_FROM}`;
const goneAfterwards = (before: number) => `${before}x${FAULT_FROM - 1} _x${MINUTES - FAULT_FROM}`;

const requests = 'alvorada_http_request_duration_seconds';
const reads = ',method="GET",route="/a",status="200"';

export const healthy: [series: string, values: string][] = [
  ...onBoth('up', steady(1), ',job="alvorada"'),
  ...onBoth('alvorada_info', steady(1), ',version="1"'),
  ...onBoth('alvorada_ready', steady(1)),
  ...onBoth('alvorada_database_up', steady(1)),
  ...onBoth(`${requests}_count`, growing(100), reads),
  ...onBoth(`${requests}_bucket`, growing(100), `${reads},le="0.1"`),
  ...onBoth(`${requests}_bucket`, growing(100), `${reads},le="2.5"`),
  ...onBoth(`${requests}_bucket`, growing(100), `${reads},le="+Inf"`),
  ...onBoth('alvorada_db_pool_wait_seconds_bucket', growing(100), ',le="0.005"'),
  ...onBoth('alvorada_db_pool_wait_seconds_bucket', growing(100), ',le="1.5"'),
  ...onBoth('alvorada_db_pool_wait_seconds_bucket', growing(100), ',le="+Inf"'),
  ...onBoth('nodejs_eventloop_lag_p99_seconds', steady(0.01)),
  ...onBoth('alvorada_roll_failed', steady(0)),
  ...onBoth('alvorada_workers', steady(2), ',state="wanted",version=""'),
  ...onBoth('alvorada_workers', steady(2), ',state="running",version="1"'),
  ...onBoth('alvorada_oldest_job_age_seconds', steady(3), ',queue="mail"'),
  ...onBoth('alvorada_jobs', steady(2), ',queue="mail",state="retry"'),
  ...onBoth('alvorada_job_duration_seconds_count', steady(0), ',queue="mail",result="failed"'),
  ...onBoth('alvorada_browser_faults_total', steady(0), ',kind="render"'),
  ...onBoth('alvorada_stray_faults_total', steady(0), ',kind="exception"'),
  ...onBoth('alvorada_missing_files_total', steady(0)),
  ...onBoth('alvorada_supervisor_faults', steady(0)),
  ...onBoth('alvorada_backup_made', steady(1)),
  ...onBoth('alvorada_last_backup_timestamp_seconds', growing(60)),
  ...onBoth('alvorada_clock_skew_seconds', steady(0)),
  ...onBoth('alvorada_disk_bytes', steady(100), ',state="size"'),
  ...onBoth('alvorada_disk_bytes', steady(50), ',state="free"'),
  ...onBoth('alvorada_replica_unused', steady(0)),
];

export type Scenario = { fault: string; alert: string; after: number; changes: [series: string, values: string][] };

/** Every series of the healthy servers with this name, and labels that contain `part`. */
const all = (name: string, values: string, part = ''): [string, string][] =>
  healthy
    .filter(([series]) => series.startsWith(`${name}{`) && series.includes(part))
    .map(([series]) => [series, values]);
const ofB = (name: string, values: string) => all(name, values, 'instance="b"');

/** `after`: minutes from the fault on until its alert is expected. */
export const scenarios: Scenario[] = [
  {
    fault: 'every server is dead',
    alert: 'AlvoradaGone',
    after: 10,
    changes: healthy.map(([series, values]) =>
      series.startsWith('up{')
        ? [series, then(1, 0)]
        : [series, `${values.split('x')[0]}x${FAULT_FROM - 1} _x${MINUTES - FAULT_FROM}`],
    ),
  },
  {
    fault: 'one of two servers is dead',
    alert: 'AlvoradaInstanceDown',
    after: 10,
    changes: healthy
      .filter(([series]) => series.includes('instance="b"'))
      .map(([series, values]) =>
        series.startsWith('up{')
          ? [series, then(1, 0)]
          : [series, `${values.split('x')[0]}x${FAULT_FROM - 1} _x${MINUTES - FAULT_FROM}`],
      ),
  },
  {
    fault: 'the database takes no writes',
    alert: 'AlvoradaNotReady',
    after: 5,
    changes: all('alvorada_ready', then(1, 0)),
  },
  {
    fault: 'the database is away, and with it all that is read from it',
    alert: 'AlvoradaDatabaseAway',
    after: 60,
    changes: [
      ...all('alvorada_database_up', then(1, 0)),
      ...all('alvorada_ready', then(1, 0)),
      ...all('alvorada_backup_made', goneAfterwards(1)),
      ...all('alvorada_last_backup_timestamp_seconds', `0+60x${FAULT_FROM - 1} _x${MINUTES - FAULT_FROM}`),
      ...all('alvorada_jobs', goneAfterwards(2)),
      ...all('alvorada_oldest_job_age_seconds', goneAfterwards(3)),
    ],
  },
  {
    fault: 'one request in twenty ends with 500',
    alert: 'AlvoradaFaults',
    after: 20,
    changes: onBoth(`${requests}_count`, risesBy(5), ',method="GET",route="/a",status="500"'),
  },
  {
    fault: 'a fault that nobody caught',
    alert: 'AlvoradaStrayFault',
    after: 5,
    changes: ofB('alvorada_stray_faults_total', then(0, 1)),
  },
  {
    fault: 'reads take two seconds',
    alert: 'AlvoradaSlow',
    after: 40,
    changes: all(
      `${requests}_bucket`,
      `0+100x${FAULT_FROM - 1} ${(FAULT_FROM - 1) * 100}x${MINUTES - FAULT_FROM}`,
      'le="0.1"',
    ),
  },
  {
    fault: 'requests wait a second for a connection',
    alert: 'AlvoradaWaitsForConnections',
    after: 20,
    changes: all(
      'alvorada_db_pool_wait_seconds_bucket',
      `0+100x${FAULT_FROM - 1} ${(FAULT_FROM - 1) * 100}x${MINUTES - FAULT_FROM}`,
      'le="0.005"',
    ),
  },
  {
    fault: 'the event loop is late',
    alert: 'AlvoradaLoopLate',
    after: 10,
    changes: ofB('nodejs_eventloop_lag_p99_seconds', then(0.01, 0.5)),
  },
  {
    fault: 'a release does not start',
    alert: 'AlvoradaRollFailed',
    after: 5,
    changes: ofB('alvorada_roll_failed', then(0, 1)),
  },
  {
    fault: 'a worker of one server does not come back',
    alert: 'AlvoradaWorkersMissing',
    after: 10,
    changes: all('alvorada_workers', then(2, 1), 'instance="b",state="running"'),
  },
  {
    fault: 'no worker takes jobs',
    alert: 'AlvoradaJobsLate',
    after: 10,
    changes: all('alvorada_oldest_job_age_seconds', then(3, 2000)),
  },
  {
    fault: 'jobs fail and wait for their next try',
    alert: 'AlvoradaJobsRetried',
    after: 60,
    changes: all('alvorada_jobs', then(2, 50)),
  },
  {
    fault: 'the mail server refuses',
    alert: 'AlvoradaMailsFail',
    after: 40,
    changes: ofB('alvorada_job_duration_seconds_count', risesBy(2)),
  },
  {
    fault: 'pages break in browsers',
    alert: 'AlvoradaBrowserFaults',
    after: 15,
    changes: all('alvorada_browser_faults_total', risesBy(1)),
  },
  {
    fault: 'a stored file is gone',
    alert: 'AlvoradaFilesLost',
    after: 5,
    changes: ofB('alvorada_missing_files_total', then(0, 1)),
  },
  {
    fault: 'the supervisor has a fault',
    alert: 'AlvoradaSupervisorFault',
    after: 5,
    changes: ofB('alvorada_supervisor_faults', then(0, 1)),
  },
  {
    fault: 'no backup was ever made',
    alert: 'AlvoradaBackupNever',
    after: 27 * 60,
    changes: [
      ...all('alvorada_backup_made', steady(0)),
      ...all('alvorada_last_backup_timestamp_seconds', `_x${MINUTES}`),
    ],
  },
  {
    fault: 'backups stopped a day ago',
    alert: 'AlvoradaBackupOld',
    after: 27 * 60,
    changes: all(
      'alvorada_last_backup_timestamp_seconds',
      `0+60x${FAULT_FROM - 1} ${(FAULT_FROM - 1) * 60}x${MINUTES - FAULT_FROM}`,
    ),
  },
  {
    fault: 'a clock is behind',
    alert: 'AlvoradaClocksDisagree',
    after: 5,
    changes: ofB('alvorada_clock_skew_seconds', then(0, -7)),
  },
  {
    fault: 'the disk fills up',
    alert: 'AlvoradaDiskFull',
    after: 20,
    changes: all('alvorada_disk_bytes', then(50, 10), 'b",state="free"'),
  },
  {
    fault: 'the replica is away',
    alert: 'AlvoradaReplicaUnused',
    after: 10,
    changes: all('alvorada_replica_unused', then(0, 1)),
  },
];

const FIRING = 'count by (alertname) (ALERTS{alertstate="firing"})';

/** One test of promtool for each scenario: nothing fires before the fault, and exactly its alert afterwards. */
export function promtoolTests(rules: string): object {
  const tests = scenarios.map(({ fault, alert, after, changes }) => ({
    name: fault,
    interval: '1m',
    input_series: [...new Map([...healthy, ...changes])].map(([series, values]) => ({ series, values })),
    promql_expr_test: [
      { expr: FIRING, eval_time: `${FAULT_FROM - 2}m`, exp_samples: [] },
      {
        expr: FIRING.replace('count', 'group'),
        eval_time: `${FAULT_FROM + after}m`,
        exp_samples: [{ labels: `{alertname="${alert}"}`, value: 1 }],
      },
    ],
  }));
  return { rule_files: [rules], evaluation_interval: '1m', tests };
}
