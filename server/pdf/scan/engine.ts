import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { linesOfHocr } from './hocr.ts';
import type { Raster } from './page-raster.ts';
import type { ScannedLine } from './scanned-lines.ts';

/** What is used of the engine: Tesseract, compiled to WebAssembly. */
type Api = {
  Init: (path: null, language: string, mode: number) => number;
  SetVariable: (name: string, value: string) => void;
  SetImageFile: (orientation: number, angle: number) => number;
  FindLines: () => void;
  GetGradient: () => number;
  Recognize: (monitor: null) => number;
  GetHOCRText: (page: number) => string;
  Clear: () => void;
};
type Core = {
  FS: { writeFile: (path: string, content: Uint8Array) => void; unlink: (path: string) => void };
  TessBaseAPI: new () => Api;
};

/** The neural recogniser alone: the data for it is a sixth of the whole. */
const LSTM_ONLY = 1;
const LANGUAGE = 'por';
/** Radians: a page that leans less is read as it is. */
const SKEW_MIN = 0.005;
const SKEW_MAX = 0.2;

const require = createRequire(import.meta.url);

export type Engine = (raster: Raster) => ScannedLine[];

/** Loads the engine and its Portuguese data from their packages. Nothing comes from the network. */
export async function openEngine(): Promise<Engine> {
  const load = require('tesseract.js-core/tesseract-core-simd-lstm.js') as () => Promise<Core>;
  const core = await load();
  const packed = await readFile(require.resolve('@tesseract.js-data/por/4.0.0_best_int/por.traineddata.gz'));
  core.FS.writeFile(`./${LANGUAGE}.traineddata`, await promisify(gunzip)(packed));
  const api = new core.TessBaseAPI();
  if (api.Init(null, LANGUAGE, LSTM_ONLY) !== 0) throw new Error('The data of the recogniser could not be loaded.');
  // Finds the blocks and columns of the page by itself.
  api.SetVariable('tessedit_pageseg_mode', '3');
  // It writes guesses and remarks to the error output otherwise.
  api.SetVariable('debug_file', '/dev/null');
  return (raster) => {
    core.FS.writeFile('/input', pgmOf(raster));
    try {
      if (api.SetImageFile(1, 0) !== 0) throw new Error('The recogniser took no picture of a page.');
      api.FindLines();
      const skew = api.GetGradient();
      if (Math.abs(skew) > SKEW_MIN && Math.abs(skew) < SKEW_MAX) api.SetImageFile(1, skew);
      api.Recognize(null);
      return linesOfHocr(api.GetHOCRText(0), raster.scale);
    } finally {
      api.Clear();
      core.FS.unlink('/input');
    }
  };
}

/** Portable grey map: a head of text and the pixels as they are. */
const pgmOf = ({ width, height, pixels }: Raster): Uint8Array =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels]);
