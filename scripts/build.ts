import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildApp, buildScreenRenderer } from './build-app.ts';
import { brokenBudgets, emptyRules, measure, report } from './build-budgets.ts';
import { filesOfChunks } from './build-chunk-names.ts';
import { precompress } from './build-compress.ts';
import { buildPages } from './build-pages.ts';
import { adoptBuild, isFresh, sourceHash } from './build-stamp.ts';
import { splitStylesheets } from './build-styles.ts';
import { buildWorker } from './build-worker.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const dist = join(root, 'dist');

/** A build that cannot be used. Its message is for the developer's eyes. */
export class BuildError extends Error {}

/** Builds the browser part when its sources changed; answers whether it did. A failed build leaves the last one in place. */
export async function build({
  force = false,
  log = console.log,
}: {
  force?: boolean;
  log?: (text: string) => void;
} = {}): Promise<boolean> {
  const hash = await sourceHash(root);
  if (!force && isFresh(dist, hash)) return false;
  if (!existsSync(join(root, 'node_modules/vite'))) {
    throw new BuildError(
      'The browser part in dist/ does not match its sources and the build tools are not installed: run "npm ci --include=dev".',
    );
  }
  const staging = join(dist, `.building-${process.pid}`);
  // Vite asks the environment whether the build is for production, and tells everything that runs after it.
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await mkdir(join(staging, 'pages'), { recursive: true });
    const { chunks, sheets, sheet } = await buildApp(root, staging);
    await buildScreenRenderer(root, staging);
    await writeFile(join(staging, 'pages/parts.json'), JSON.stringify(filesOfChunks(chunks)));
    const styles = await splitStylesheets(join(staging, 'web'), sheets, sheet);
    await writeFile(join(staging, 'pages/styles.json'), JSON.stringify(styles));
    const pages = await buildPages(root, staging);
    await buildWorker(root, staging);
    const sizes = await measure(chunks, pages);
    log(report(sizes));
    const broken = [...emptyRules(chunks), ...brokenBudgets(sizes, chunks, pages)];
    if (broken.length > 0) throw new BuildError(broken.join('\n'));
    await precompress(join(staging, 'web'));
    await adoptBuild(dist, staging, hash);
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
    await rm(staging, { recursive: true, force: true });
  }
  return true;
}

if (import.meta.main) {
  try {
    const built = await build({ force: process.argv.includes('--force') });
    if (!built) console.log('The browser part is up to date.');
  } catch (error) {
    console.error(error instanceof BuildError ? error.message : error);
    process.exitCode = 1;
  }
}
