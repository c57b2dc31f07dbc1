import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { boundMemory } from './wasm-memory.ts';

/** Memory of one decoder of pictures, in pages of 64 KB: 512 MB. A page in colour at 400 dpi takes some 200 MB. */
const DECODER_MEMORY_PAGES = 8192;

const require = createRequire(import.meta.url);

type PdfJs = typeof import('pdfjs-dist/legacy/build/pdf.mjs');

/** The decoders of CCITT, JBIG2 and JPEG 2000 come from the package, and nothing from the network. */
class Decoders {
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    if (kind !== 'wasmUrl') throw new Error(`pdfjs asks for ${kind}, which is not provided.`);
    const name = `pdfjs-dist/wasm/${filename.replace(/^.*[/\\]/, '')}`;
    return boundMemory(new Uint8Array(await readFile(require.resolve(name))), DECODER_MEMORY_PAGES);
  }
}

let loading: Promise<PdfJs> | null = null;

/** Loads pdfjs. It makes a matrix while it is loaded, and warns that it cannot paint; nothing is painted here. */
async function loadPdfjs(): Promise<PdfJs> {
  Object.assign(globalThis, { DOMMatrix: class {}, Path2D: class {} });
  const { warn } = console;
  console.warn = () => undefined;
  try {
    const pdfjs = await import('pdfjs-dist/legacy/build/pdf.mjs');
    pdfjs.GlobalWorkerOptions.workerSrc = import.meta.resolve('pdfjs-dist/legacy/build/pdf.worker.mjs');
    return pdfjs;
  } finally {
    console.warn = warn;
  }
}

export function pdfjs(): Promise<PdfJs> {
  loading ??= loadPdfjs();
  return loading;
}

type Options = Exclude<Parameters<PdfJs['getDocument']>[0], string | URL | ArrayBuffer | ArrayBufferView | undefined>;

/** Opens a file. pdfjs takes the memory of `data` and accepts no Buffer. */
export async function openDocument(data: Uint8Array, options: Options): Promise<PDFDocumentProxy> {
  const { getDocument } = await pdfjs();
  return getDocument({ data, useSystemFonts: true, wasmUrl: './', BinaryDataFactory: Decoders, ...options }).promise;
}
