import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';

/** What an installed release consists of, beside its scripts, package.json and the lock file. */
const included = [
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'bin/**',
  'contract/**',
  'deploy/**',
  'docs/{configuration,licences,operations,releases}.md',
  'docs/pictures/**',
  'server/**',
];
const excluded = ['**/*.test.{ts,yml}', '**/testing/**', 'server/{faults,parts}/**'];
/** Scripts that the commands of a release and the documents of operators run. */
const entries = [
  'scripts/guard.cjs',
  ...['alvorada', 'health', 'slim-install', 'warm-compile-cache'].map((name) => `scripts/${name}.ts`),
  ...['admin-reset', 'backup', 'db-migrate', 'export-school', 'import-school', 'move-files', 'restore'].map(
    (name) => `scripts/${name}.ts`,
  ),
  ...['sample-remove', 'upgrade'].map((name) => `scripts/${name}.ts`),
];

const importOf = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/** The scripts, and the scripts that they import. */
function withImports(root: string, scripts: readonly string[], tracked: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name) || !tracked.has(name)) return;
    found.add(name);
    const text = readFileSync(join(root, name), 'utf8');
    for (const [, path = ''] of text.matchAll(importOf)) visit(join(name, '..', path));
  };
  for (const script of scripts) visit(script);
  return found;
}

/** The tracked files that belong into a release, sorted. */
export function releaseFiles(root: string, tracked: readonly string[]): string[] {
  const isIncluded = (name: string) => included.some((glob) => matchesGlob(name, glob));
  const isExcluded = (name: string) => excluded.some((glob) => matchesGlob(name, glob));
  const known = new Set(tracked);
  const scripts = withImports(root, entries, known);
  return tracked.filter((name) => (isIncluded(name) || scripts.has(name)) && !isExcluded(name)).sort();
}
