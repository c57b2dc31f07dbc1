import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { contractForBrowsers } from './scripts/build-contract.ts';
import { staticPagesInDev } from './scripts/build-dev-pages.ts';
import { iconsByFile } from './scripts/build-icons.ts';
import { sharedChunks } from './scripts/build-shared-chunks.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
// With the browser's own Host: the server refuses writes whose Origin is another.
const passOn = { target: server, changeOrigin: false };

const chunks = sharedChunks({
  // No release of ours changes it: stays in the browser's cache across deploys.
  vendor:
    /node_modules\/(react|react-dom|scheduler|wouter|regexparam|@tanstack\/(react-)?query(-core)?)\/|rolldown[/:]runtime/,
  // With two icons of many screens, each of which would be a file.
  radix:
    /\/lucide-react\/dist\/esm\/icons\/(send|minus)\.mjs$|\/node_modules\/@radix-ui\/(react-(slot|presence|use-controllable-state|context|compose-refs|primitive|use-effect-event|use-callback-ref|id|use-layout-effect)|primitive)\//,
  // What opens above a screen.
  dialogs:
    /\/node_modules\/(@radix-ui\/react-(dismissable-layer|dialog|focus-scope|alert-dialog|focus-guards|portal)|react-remove-scroll|react-remove-scroll-bar|aria-hidden|use-sidecar|tslib|react-style-singleton|use-callback-ref|get-nonce|detect-node-es)\/|\/web\/ui\/(dialog|alert-dialog|use-return-focus)\.tsx?$/,
  // What the payment screens of visitors share: small files, each of them a request.
  payment:
    /\/contract\/money\/(coupons|payment-code|coupon-code)\.ts(\?whole)?$|\/payments\/((payments|charge)\.queries|known-payment|payment-layout)\.tsx?$/,
  // What checks forms, with what every form's shapes are made of.
  zod: /\/node_modules\/zod\/|\/contract\/(endpoint|limits|shapes|names|people\/accounts|platform\/users)\.ts\?whole$/,
});

export default defineConfig({
  root: 'web',
  plugins: [iconsByFile(), chunks.plugin, react(), tailwindcss(), staticPagesInDev(server), contractForBrowsers()],
  // The router and the editor bring a copy of a hook that React 19 exports itself.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
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
          groups: [{ name: chunks.groupOf, debugName: 'rooms', priority: 1, includeDependenciesRecursively: false }],
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
