import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '#server/config.ts';
import { variables } from '#server/environment.ts';

/**
 * The compose files against the schema of the Compose Specification (dclint brings it), and against what a schema
 * cannot know: that what they name is there, and that the product runs as docs/operations.md says.
 */
const root = join(import.meta.dirname, '..');
const files = globSync('deploy/**/{docker-,}compose*.{yaml,yml}', { cwd: root });
const read = (file: string) => readFileSync(join(root, file), 'utf8');

type Mount = string | { type: string; source?: string; target: string };
type Service = {
  image: string;
  build?: { context: string; dockerfile: string };
  env_file?: string;
  environment?: Record<string, string>;
  entrypoint?: string[];
  command?: string[] | string;
  depends_on?: string[] | Record<string, { condition: string }>;
  healthcheck?: { test: string[] };
  volumes?: Mount[];
  networks?: string[];
  configs?: { source: string }[];
  secrets?: (string | { source: string })[];
  stop_grace_period?: string;
};
type Compose = {
  services: Record<string, Service>;
} & Record<'volumes' | 'networks' | 'configs' | 'secrets', Record<string, { file?: string } | null> | undefined>;

/** As an engine reads it: `<<` is YAML 1.1's. */
const load = (file: string) => parse(read(file), { merge: true }) as Compose;

const require = createRequire(import.meta.url);
const schemas = join(dirname(require.resolve('dclint/package.json')), 'schemas');
// Its address is written with https, which no reader of schemas knows; and its durations are Go's, not the standard's.
const { $schema: _, ...schema } = JSON.parse(readFileSync(join(schemas, 'compose.schema.json'), 'utf8'));
const validator = new Ajv({ strict: false, validateFormats: false, allErrors: true }).compile(schema);
const faultsOf = (compose: unknown) => (validator(compose) ? [] : (validator.errors ?? []));

const DURATION = /^(\d+(us|ms|s|m|h))+$/;
const named = (mount: Mount) =>
  typeof mount === 'string' ? (mount.split(':')[0] ?? '') : mount.type === 'tmpfs' ? '' : (mount.source ?? '');
const isPath = (source: string) => /^[./~]/.test(source);
const dependenciesOf = ({ depends_on: on = [] }: Service) => (Array.isArray(on) ? on : Object.keys(on));
const isOurs = ({ image }: Service) => image === 'alvorada';
/** Without what `$$` hides from interpolation. */
const interpolated = (file: string) => [
  ...read(file)
    .replaceAll('$$', '')
    .matchAll(/\$\{(?<name>\w+)(?<rest>[^}]*)\}/g),
];

it('at least one compose file exists', () => expect(files).toContain('deploy/compose.yaml'));

describe.each(files)('%s', (file) => {
  const compose = load(file);
  const { services } = compose;
  const all = Object.values(services);
  const place = dirname(file);

  it('is what the specification allows', () => {
    expect(faultsOf(compose)).toEqual([]);
  });

  it('is really looked at: wrong fields are refused', () => {
    const [name = ''] = Object.keys(services);
    const changed = (change: object) => ({ ...compose, services: { [name]: { ...services[name], ...change } } });
    for (const wrong of [{ read_onyl: true }, { init: [] }, { healthcheck: { test: 1 } }, { ports: 80 }]) {
      expect(faultsOf(changed(wrong)), JSON.stringify(wrong)).not.toEqual([]);
    }
  });

  it('uses what it declares, and declares what it uses', () => {
    const used = {
      volumes: all.flatMap(({ volumes = [] }) => volumes.map(named).filter((name) => name && !isPath(name))),
      networks: all.flatMap(({ networks = [] }) => networks),
      configs: all.flatMap(({ configs = [] }) => configs.map(({ source }) => source)),
      secrets: all.flatMap(({ secrets = [] }) => secrets.map((one) => (typeof one === 'string' ? one : one.source))),
    };
    for (const kind of ['volumes', 'networks', 'configs', 'secrets'] as const) {
      expect([kind, [...new Set(used[kind])].sort()]).toEqual([kind, Object.keys(compose[kind] ?? {}).sort()]);
    }
    for (const [name, service] of Object.entries(services)) {
      for (const other of dependenciesOf(service))
        expect([name, Object.keys(services)]).toEqual([name, expect.arrayContaining([other])]);
    }
    // Who waits until another is healthy waits for ever where nothing says so.
    for (const { depends_on: on = [] } of all) {
      for (const [other, { condition }] of Object.entries(Array.isArray(on) ? {} : on)) {
        if (condition === 'service_healthy') expect(services[other]?.healthcheck).toBeDefined();
      }
    }
  });

  it('names files that are there', () => {
    const mounted = all.flatMap(({ volumes = [] }) => volumes.map(named).filter(isPath));
    const declared = Object.values({ ...compose.configs, ...compose.secrets }).flatMap((one) => one?.file ?? []);
    const built = all.flatMap(({ build }) => (build ? [join(build.context, build.dockerfile)] : []));
    for (const path of [...mounted, ...declared, ...built])
      expect([path, existsSync(join(root, place, path))]).toEqual([path, true]);
    // An operator makes these from the examples beside them.
    for (const { env_file: env } of all) if (env) expect(env).toBe('.env');
    expect(existsSync(join(root, place, 'env.example'))).toBe(true);
  });

  it('asks only for variables that env.example has, and env.example has no variable that nothing reads', () => {
    const example = Object.keys(parseEnv(read(join(place, 'env.example'))));
    const asked = interpolated(file).map(({ groups }) => groups?.name ?? '');
    expect(asked.filter((name) => !example.includes(name))).toEqual([]);
    expect(example.filter((name) => !variables.includes(name) && !asked.includes(name))).toEqual([]);
    // An empty password must not start anything. With words: podman-compose reads no question mark without them.
    for (const { groups } of interpolated(file))
      expect([groups?.name, groups?.rest]).toEqual([groups?.name, expect.stringMatching(/^:\?.+/)]);
  });

  it('has durations that an engine reads', () => {
    const durations = [...read(file).matchAll(/^\s+(?:interval|timeout|start_period|stop_grace_period): (\S+)$/gm)];
    expect(durations.length).toBeGreaterThan(0);
    for (const [, duration = ''] of durations) expect(duration).toMatch(DURATION);
  });

  it('pins third-party images to one version, and every service comes back after a restart', () => {
    for (const service of all.filter((one) => !isOurs(one))) expect(service.image).toMatch(/:v?\d+(\.\d+)*(-\w+)?$/);
    const once = Object.values(services).flatMap(({ depends_on: on = [] }) =>
      Object.entries(Array.isArray(on) ? {} : on)
        .filter(([, { condition }]) => condition === 'service_completed_successfully')
        .map(([name]) => name),
    );
    for (const [name, service] of Object.entries(services)) {
      expect([name, Reflect.get(service, 'restart')]).toEqual([name, once.includes(name) ? undefined : 'always']);
    }
  });
});

describe('deploy/compose.yaml', () => {
  const { services, networks } = load('deploy/compose.yaml');
  const ours = Object.entries(services).filter(([, service]) => isOurs(service));
  const servers = ours.filter(([, { entrypoint }]) => entrypoint === undefined);

  it('runs the product without root, without capabilities and with nothing to write but /data and /tmp', () => {
    expect(ours.map(([name]) => name).sort()).toEqual(['backup', 'server-1', 'server-2']);
    for (const [name, service] of ours) {
      expect([name, service]).toEqual([
        name,
        expect.objectContaining({
          user: '10001:10001',
          read_only: true,
          tmpfs: ['/tmp'],
          cap_drop: ['ALL'],
          security_opt: ['no-new-privileges:true'],
          init: true,
        }),
      ]);
      expect(service.volumes).toEqual([expect.stringMatching(/^[\w-]+:\/data$/)]);
    }
    // No service writes to files that another one owns.
    expect(new Set(ours.map(([, { volumes }]) => String(volumes))).size).toBe(ours.length);
  });

  it('has the same user and health check as both ways to build the image', () => {
    const check = services['server-1']?.healthcheck?.test ?? [];
    expect(check[0]).toBe('CMD');
    expect(existsSync(join(root, check.at(-1) ?? ''))).toBe(true);
    const [dockerfile, script] = [read('deploy/Dockerfile'), read('deploy/image.sh')];
    expect(dockerfile).toContain(`CMD ${JSON.stringify(check.slice(1)).replaceAll(',', ', ')}`);
    expect(script).toContain(`--healthcheck '${check.join(' ')}'`);
    expect(dockerfile).toMatch(/^USER 10001:10001$/m);
    expect(script).toContain('--user 10001:10001');
  });

  it('configures the product to start in production, and gives it time to stop', () => {
    const image = [...read('deploy/image.sh').matchAll(/--env (\w+)=(\S+)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    const example = parseEnv(read('deploy/env.example'));
    const filled = Object.entries(example).map(([name, value]) => [name, value || fill(name)]);
    for (const [, service] of servers) {
      expect(service.env_file).toBe('.env');
      const told = Object.entries(service.environment ?? {}).map(([name, value]) => [
        name,
        value.replaceAll(/\$\{(\w+):\?[^}]+\}/g, (_all, asked: string) => example[asked] || fill(asked)),
      ]);
      const { PATH: _path, ...environment } = Object.fromEntries([...image, ...filled, ...told]) as Record<
        string,
        string
      >;
      expect(Object.keys(Object.fromEntries(told)).filter((name) => !variables.includes(name))).toEqual([]);
      const config = readConfig(environment);
      expect([config.trustProxy, config.s3?.bucket, config.isProduction]).toEqual([true, 'alvorada', true]);
      // Nine seconds is how long a stop takes at most after the drain (server/run.ts).
      expect(Number.parseInt(service.stop_grace_period ?? '', 10)).toBeGreaterThan(config.drainSeconds + 9);
    }
  });

  it('leads the proxy to every server, rolls every server, and hides database and bucket', () => {
    const names = servers.map(([name]) => name);
    expect(services.proxy?.environment?.SERVERS).toBe(names.map((name) => `${name}:3000`).join(' '));
    expect(read('deploy/roll.sh')).toContain(`for name in ${names.join(' ')}; do`);
    expect(networks?.back).toEqual({ internal: true });
    for (const name of ['postgres', 's3']) expect(services[name]).toMatchObject({ networks: ['back'] });
    for (const [name, service] of Object.entries(services)) {
      expect([name, 'ports' in service]).toEqual([name, name === 'proxy']);
    }
  });

  it('makes a backup every night, where it is found, and says when there is none', () => {
    const { backup } = services;
    const [script = ''] = backup?.command ?? [];
    expect(backup?.entrypoint).toEqual(['/bin/sh', '-c']);
    for (const [path = ''] of script.matchAll(/scripts\/\S+\.ts/g)) expect(existsSync(join(root, path))).toBe(true);
    expect(script).toContain('node scripts/backup.ts');
    expect(backup?.healthcheck?.test.at(-1)).toContain('/data/backups');
    expect(backup?.volumes).toEqual(['backups:/data']);
  });
});

/** What an operator writes where the example has nothing. */
function fill(name: string): string {
  if (name.endsWith('EMAIL') || name === 'PIX_KEY') return 'ajuda@escola.example';
  if (name === 'MAIL_FROM') return 'Escola <nao-responda@escola.example>';
  if (name === 'SMTP_URL') return 'smtp://mail.example:587';
  if (name === 'PIX_MERCHANT_NAME') return 'ESCOLA';
  if (name === 'PIX_MERCHANT_CITY') return 'SAO PAULO';
  if (name === 'ADMIN_USERNAME') return 'direcao';
  return 'x'.repeat(48);
}
