import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { staticPagesInDev } from './scripts/build-dev-pages.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`;
// With the browser's own Host: the server refuses writes whose Origin is another.
const passOn = { target: server, changeOrigin: false };

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss(), staticPagesInDev(server)],
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
        codeSplitting: {
          // What every screen needs and no release of ours changes: stays in the browser's cache across deploys.
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@tanstack\/(react-)?query(-core)?)\//,
            },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { '/api': passOn, '/healthz': passOn, '/readyz': passOn },
  },
});
