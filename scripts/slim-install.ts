import { glob, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Files of packages that nothing reads at run time: C headers of Node, type declarations, source maps, browser bundles of
 * the PDF libraries, builds of Tesseract for other processors and for its older recogniser, and the data for that.
 */
const unused = [
  'node_modules/node-linux-*/include',
  'node_modules/**/*.map',
  'node_modules/**/*.d.{ts,mts,cts}',
  'node_modules/@cantoo/pdf-lib/{dist,src,ts3.4}',
  'node_modules/tesseract.js-core/tesseract-core{,-lstm,-simd,-relaxedsimd,-relaxedsimd-lstm}.*',
  'node_modules/tesseract.js-core/*.wasm.js',
  'node_modules/pdfjs-dist/{build,cmaps,iccs,image_decoders,standard_fonts,types,web}',
  'node_modules/pdfjs-dist/legacy/{image_decoders,web}',
  'node_modules/pdfjs-dist/legacy/build/*.min.mjs',
  'node_modules/pdfjs-dist/wasm/{quickjs-eval,qcms_bg,*nowasm_fallback}*',
  'node_modules/@tesseract.js-data/por/4.0.0',
];

/** Runs after `npm ci` of an installed release. */
const root = join(import.meta.dirname, '..');
for await (const path of glob(unused, { cwd: root })) await rm(join(root, path), { recursive: true, force: true });
