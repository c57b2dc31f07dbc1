/** The fields of package.json that a release changes or keeps. */
export type Manifest = {
  name: string;
  version: string;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  overrides?: Record<string, string>;
};
type LockedPackage = { dev?: boolean; optional?: boolean; devDependencies?: Record<string, string>; version?: string };
export type Lock = { version: string; packages: Record<string, LockedPackage> };

/** The commands of an installed release; all others are for development. */
const kept = [
  'start',
  'db:migrate',
  'sample:remove',
  'admin:reset',
  'backup',
  'restore',
  'export:school',
  'import:school',
  'move-files',
];

/** package.json of a release: no development packages, and a start that does not build. */
export function productionManifest({ devDependencies: _dev, overrides: _overrides, ...manifest }: Manifest): Manifest {
  const { start = '' } = manifest.scripts;
  const build = 'node scripts/build.ts && ';
  if (!start.includes(build)) throw new Error('The start script no longer builds by scripts/build.ts.');
  const cache = /NODE_COMPILE_CACHE=\S+/.exec(start)?.[0];
  if (!cache) throw new Error('The start script no longer names NODE_COMPILE_CACHE.');
  const scripts = Object.entries(manifest.scripts).filter(([name]) => kept.includes(name));
  return {
    ...manifest,
    scripts: {
      // The cache is where `npm start` reads it: the first start compiles nothing. The service has a cache of its user
      // (deploy/alvorada.service). An installation does not fail by a cache.
      postinstall: `node scripts/slim-install.ts && { ${cache} node scripts/warm-compile-cache.ts || true; }`,
      ...Object.fromEntries(scripts),
      start: start.replace(build, ''),
    },
  };
}

/** The lock file without packages that only development needs, so that `npm ci` installs what production runs. */
export function productionLock(lock: Lock): Lock {
  const packages = Object.entries(lock.packages)
    .filter(([, { dev }]) => !dev)
    .map(([path, { devDependencies: _dev, ...about }]) => [path, about] as const);
  return { ...lock, packages: Object.fromEntries(packages) };
}
