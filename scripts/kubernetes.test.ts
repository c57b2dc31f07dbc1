import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { CronJob } from 'kubernetes-models/batch/v1/CronJob';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import * as system from '#contract/platform/system.ts';
import { readConfig } from '#server/config.ts';
import { variables } from '#server/environment.ts';

/** deploy/kubernetes against the schemas of Kubernetes, and against what the product really reads and serves. */
const directory = join(import.meta.dirname, '../deploy/kubernetes');

type Resource = { apiVersion: string; kind: string } & Record<string, unknown>;
const resources: [string, Resource][] = readdirSync(directory)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) =>
    parseAllDocuments(readFileSync(join(directory, file), 'utf8')).map((document): [string, Resource] => {
      if (document.errors.length > 0) throw document.errors[0];
      const resource = document.toJS() as Resource;
      return [`${file}: ${resource.kind}`, resource];
    }),
  );
const of = (kind: string) => resources.filter(([, resource]) => resource.kind === kind).map(([, resource]) => resource);

const models: Record<string, new (data: never) => { validate(): void }> = {
  'v1 ConfigMap': ConfigMap,
  'v1 Secret': Secret,
  'v1 Service': Service,
  'v1 PersistentVolumeClaim': PersistentVolumeClaim,
  'apps/v1 Deployment': Deployment,
  'policy/v1 PodDisruptionBudget': PodDisruptionBudget,
  'networking.k8s.io/v1 Ingress': Ingress,
  'batch/v1 CronJob': CronJob,
  'batch/v1 Job': Job,
};

function validate(resource: Resource): void {
  const Model = models[`${resource.apiVersion} ${resource.kind}`];
  if (!Model) throw new Error(`Kubernetes knows no ${resource.kind} of ${resource.apiVersion}.`);
  new Model(resource as never).validate();
}

type Container = {
  image: string;
  args?: string[];
  securityContext?: object;
  [name: `${string}Probe`]: { httpGet: { path: string } };
};
type Pod = { containers: Container[]; securityContext?: object; terminationGracePeriodSeconds?: number };
const pods = (function* find(value: unknown): Generator<Pod> {
  if (typeof value !== 'object' || value === null) return;
  if ('containers' in value) yield value as Pod;
  else for (const part of Object.values(value)) yield* find(part);
})(resources);
const allPods = [...pods];

describe('the manifests', () => {
  it.each(resources)('%s is what Kubernetes takes', (_, resource) => validate(resource));

  it('are really looked at: a wrong field is refused', () => {
    const [deployment] = of('Deployment');
    expect(() => validate({ ...(deployment as Resource), spec: { replicas: 'two' } })).toThrow();
  });

  it('set what the product reads, and enough to start in production', () => {
    const [settings, secrets] = [of('ConfigMap')[0]?.data, of('Secret')[0]?.stringData] as Record<string, string>[];
    const all = { ...settings, ...secrets };
    expect(Object.keys(all).filter((name) => !variables.includes(name))).toEqual([]);
    const secret = 'x'.repeat(40);
    const filled = Object.fromEntries(Object.entries(all).map(([name, value]) => [name, value || secret]));
    const config = readConfig({ NODE_ENV: 'production', ...filled });
    expect([config.trustProxy, config.s3 !== undefined]).toEqual([true, true]);
    const server = allPods.find(({ terminationGracePeriodSeconds }) => terminationGracePeriodSeconds !== undefined);
    // Nine seconds is how long a stop takes at most after the drain (server/run.ts).
    expect(server?.terminationGracePeriodSeconds).toBeGreaterThan(config.drainSeconds + 9);
  });

  it('ask addresses that are there, run commands that are there, and nothing as root', () => {
    const paths = new Set(
      Object.values(system).flatMap((one) => ('path' in Object(one) ? [Reflect.get(one, 'path')] : [])),
    );
    expect(allPods.length).toBe(3);
    for (const { containers, securityContext } of allPods) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
      for (const container of containers) {
        expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true });
        const asked = Object.entries(container).filter(([name]) => name.endsWith('Probe'));
        for (const [, probe] of asked) expect(paths).toContain((probe as { httpGet: { path: string } }).httpGet.path);
        for (const script of container.args ?? []) readFileSync(join(import.meta.dirname, '..', script));
      }
    }
  });
});

describe('migrate.sh', () => {
  const migrateWith = (conditions: string, limit?: string) => migrate(() => `echo '${conditions}'`, limit);

  /** A kubectl that answers a question about the job so, and a clock that moves 7 s between two reads. */
  function migrate(answerWith: (asked: string) => string, limit = '900') {
    const bin = mkdtempSync(join(tmpdir(), 'alvorada-kubectl-'));
    try {
      const [asked, clock] = [join(bin, 'asked'), join(bin, 'clock')];
      const answer = answerWith(asked);
      const standIns = {
        kubectl: `case $1 in create) echo job/alvorada-migrate-x ;; get) echo "$@" >> ${asked}; ${answer} ;; logs) echo the log ;; esac`,
        date: `seconds=$(($(cat ${clock}) + 7)); echo $seconds | tee ${clock}`,
        sleep: ':',
      };
      for (const [name, text] of Object.entries(standIns)) {
        writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
      }
      writeFileSync(clock, '1000');
      const env = { PATH: `${bin}:${process.env.PATH}`, LIMIT_SECONDS: limit };
      const { status, stdout, stderr } = spawnSync(join(directory, 'migrate.sh'), { env, encoding: 'utf8' });
      return { status, stdout, stderr, asked: readFileSync(asked, 'utf8').trim().split('\n') };
    } finally {
      rmSync(bin, { recursive: true });
    }
  }

  it('ends with the log of a job that completed', () => {
    expect(migrateWith('SuccessCriteriaMet Complete')).toMatchObject({ status: 0, stdout: 'the log\n', stderr: '' });
  });

  it('fails at once when the job failed, with its log', () => {
    const { status, stderr } = migrateWith('FailureTarget Failed');
    expect([status, stderr]).toEqual([1, 'the log\njob/alvorada-migrate-x failed. Nothing was rolled out.\n']);
  });

  it('gives up on a job that does neither, and says what it waited for', () => {
    const { status, stderr } = migrateWith('', '0');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^job\/alvorada-migrate-x has neither completed nor failed within 0 s/);
  });

  it('counts the seconds that kubectl takes, and bounds each question', () => {
    const { status, asked } = migrateWith('', '20');
    expect(status).toBe(1);
    expect(asked).toHaveLength(3);
    for (const question of asked) expect(question).toContain('--request-timeout=5s');
  });

  it('asks again when a query fails', () => {
    const failsOnce = (asked: string) => `[ "$(wc -l < ${asked})" -gt 1 ] || exit 1; echo Complete`;
    const { status, stdout, asked } = migrate(failsOnce);
    expect([status, stdout, asked.length]).toEqual([0, 'the log\n', 2]);
  });
});
