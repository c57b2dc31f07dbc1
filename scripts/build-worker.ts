import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Builds the service worker into `web/sw.js`, with the list of all files of this build in it. */
export async function buildWorker(root: string, staging: string): Promise<void> {
  const { build } = await import('vite');
  const files = (await readdir(join(staging, 'web/assets'))).sort().map((name) => `/assets/${name}`);
  const shell = await readFile(join(staging, 'pages/app.html'));
  const version = createHash('sha256').update(files.join('\n')).update(shell).digest('base64url').slice(0, 12);
  await build({
    configFile: false,
    root: join(root, 'web'),
    logLevel: 'warn',
    publicDir: false,
    define: { __BUILD__: JSON.stringify({ version, files }) },
    build: {
      outDir: join(staging, 'web'),
      emptyOutDir: false,
      target: 'chrome111',
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: join(root, 'web/service-worker/sw.ts'),
        // One classic script: not every browser takes modules here.
        output: { format: 'iife', codeSplitting: false, entryFileNames: 'sw.js' },
      },
    },
  });
}
