import { createHash } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Chunk } from './build-chunk.ts';
import { namedChunks } from './build-chunk-names.ts';

/** Builds the app into `web` and its shell template into `pages/app.html`; answers its script chunks and stylesheets, and its own one. */
export async function buildApp(
  root: string,
  staging: string,
): Promise<{ chunks: Chunk[]; sheets: string[]; sheet: string }> {
  const { build } = await import('vite');
  const web = join(staging, 'web');
  const result = await build({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'web'),
    logLevel: 'warn',
    build: { outDir: web },
  });
  if (!('output' in result)) throw new Error('The Vite build answered something else than one output.');
  const font = result.output.find((output) => /schibsted-grotesk.*\.woff2$/.test(output.fileName));
  if (!font) throw new Error('The build wrote no interface font.');
  await moveShell(web, join(staging, 'pages'), font.fileName);
  const sheets = result.output.map(({ fileName }) => fileName).filter((name) => name.endsWith('.css'));
  const sheet = sheets.find((name) => name.startsWith('assets/index-'));
  if (!sheet) throw new Error('The build wrote no stylesheet of the app.');
  return { chunks: result.output.filter((output) => output.type === 'chunk'), sheets, sheet };
}

/** The shell is a template, not a file to be served; the theme script gets a hashed, immutable name, the font a head start. */
async function moveShell(web: string, pages: string, font: string): Promise<void> {
  const theme = await readFile(join(web, 'theme.js'));
  const hashed = `assets/theme-${createHash('sha256').update(theme).digest('base64url').slice(0, 8)}.js`;
  await rename(join(web, 'theme.js'), join(web, hashed));
  const shell = await readFile(join(web, 'index.html'), 'utf8');
  if (!shell.includes('"/theme.js"')) throw new Error('web/index.html no longer loads /theme.js.');
  const template = shell
    .replace(/\s*<!--[\s\S]*?-->/g, '')
    .replace('"/theme.js"', `"/${hashed}"`)
    .replace('</title>', `</title>\n    <link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`);
  await writeFile(join(pages, 'app.html'), withBrandSlots(template));
  await rm(join(web, 'index.html'));
}

/** Vite resolves the icons' addresses at build time. The server fills in those of the school, and its style. */
function withBrandSlots(template: string): string {
  const slots: [string, string][] = [
    ['href="/favicon.ico"', 'href="{{iconSmall}}"'],
    [
      '<link rel="icon" href="/favicon.svg" type="image/svg+xml" />',
      '{{#iconVector}}<link rel="icon" href="{{iconVector}}" type="image/svg+xml" />{{/iconVector}}',
    ],
    ['href="/apple-touch-icon.png"', 'href="{{iconTouch}}"'],
    ['</head>', '{{html:brandStyle}}</head>'],
  ];
  return slots.reduce((text, [written, slot]) => {
    if (!text.includes(written)) throw new Error(`web/index.html no longer has ${written}.`);
    return text.replace(written, slot);
  }, template);
}

/**
 * The app once more, for the server, which draws a person's first screen with it: with everything in it,
 * so that the server needs none of the browser's packages.
 */
export async function buildScreenRenderer(root: string, staging: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    configFile: join(root, 'vite.config.ts'),
    root: join(root, 'web'),
    logLevel: 'warn',
    plugins: [namedChunks()],
    // Decided now: the server may run under any name, and React's own checks cost a screen its milliseconds.
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: 'render-screen.tsx',
      outDir: join(staging, 'drawing'),
      copyPublicDir: false,
      minify: false,
      target: 'node24',
      rolldownOptions: {
        output: { codeSplitting: true, entryFileNames: 'draw.mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
}
