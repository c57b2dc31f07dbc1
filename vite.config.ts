import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractForBrowsers } from './scripts/build-contract.ts';
import { staticPagesInDev } from './scripts/build-dev-pages.ts';
import { iconsByFile } from './scripts/build-icons.ts';
import { sharedRooms } from './scripts/build-rooms.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
// With the browser's own Host: the server refuses writes whose Origin is another.
const passOn = { target: server, changeOrigin: false };

const base = new RegExp(
  [
    /\/contract\/(accounts|names|endpoint|shapes|limits|preferences|profile|notifications|screens)\.ts$/,
    /\/web\/lib\/(api|calendar-day|format|intl|kept-copies|kept-drafts|kept-names|local-data|new-key|new-version|or-else|parts|paths|preferences|query-client|query-keys|safe-storage|school|session|until-done|use-debounced)\.ts$/,
    /\/web\/ui\/(badge|boundary|button|card|cx|failure|kbd|lazy-part|logo|notice|page|progress|skeleton|spinner|stat|toast|toast-slots)\.tsx?$/,
    /\/node_modules\/(zod|idb-keyval)\//,
    /\/lucide-react\/dist\/esm\/(shared\/|(context|createLucideIcon|Icon)\.|icons\/(arrow-right|check|clock|x)\.)/,
  ]
    .map(({ source }) => source)
    .join('|'),
);

/** What waits in this browser to be sent, which comes behind every screen: small, and needed by much that is large. */
const kept = new RegExp(
  [/\/web\/lib\/offline\/(outbox|use-waiting|words)\.ts$/, /\/web\/ui\/offline\/net-bar\.tsx$/]
    .map(({ source }) => source)
    .join('|'),
);

const rooms = sharedRooms(new RegExp(`${base.source}|${kept.source}`));

export default defineConfig({
  root: 'web',
  plugins: [iconsByFile(), rooms.plugin, react(), tailwindcss(), staticPagesInDev(server), contractForBrowsers()],
  // Lightning CSS turns light-dark() and oklch() into what these browsers know.
  css: { transformer: 'lightningcss', lightningcss: { targets: { chrome: 111 << 16 } } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    assetsDir: 'assets',
    // Fonts and pictures are cached on their own; a data: URI would travel again with every change of the stylesheet.
    assetsInlineLimit: 0,
    target: 'chrome111',
    cssTarget: 'chrome111',
    cssMinify: 'lightningcss',
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The entry names every file: one character less of each counts of every first visit.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // What every screen needs and no release of ours changes: stays in the browser's cache across deploys.
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack\/(react-)?query(-core)?)\/|rolldown[/:]runtime/,
              priority: 9,
            },
            // Small files that nearly every screen needs: one is shorter than forty, and asked for once.
            { name: 'base', test: base, priority: 8 },
            { name: 'kept', test: kept, priority: 6 },
            // What the entry needs goes with nothing that it does not.
            { name: 'start', tags: ['$initial'], priority: 7 },
            { name: rooms.groupOf, debugName: 'shared', priority: 1, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    port: Number(process.env.DEV_PORT ?? 5173),
    strictPort: true,
    proxy: { '/api': passOn, '/healthz': passOn, '/readyz': passOn },
  },
});
