import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { certaintyOf, liesOnSide, linesOfHocr } from './hocr.ts';
import { isEmpty, type Raster, turnRaster } from './page-raster.ts';
import type { ScannedPage } from './scanned-lines.ts';

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

/** Words of a page that stands upright are surer than this, and those of one that does not hardly ever are. */
const CERTAIN = 70;

export type Engine = (raster: Raster) => ScannedPage;

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
  const recognise = (raster: Raster): string => {
    core.FS.writeFile('/input', pgmOf(raster));
    try {
      if (api.SetImageFile(1, 0) !== 0) throw new Error('The recogniser took no picture of a page.');
      api.FindLines();
      const skew = api.GetGradient();
      if (Math.abs(skew) > SKEW_MIN && Math.abs(skew) < SKEW_MAX) api.SetImageFile(1, skew);
      api.Recognize(null);
      return api.GetHOCRText(0);
    } finally {
      api.Clear();
      core.FS.unlink('/input');
    }
  };
  const tryTurn = (raster: Raster, turn: number) => {
    const hocr = recognise(turnRaster(raster, turn));
    return { turn, hocr, certainty: certaintyOf(hocr) };
  };
  return (raster) => {
    if (isEmpty(raster)) return { turn: 0, lines: [] };
    let best = tryTurn(raster, 0);
    // Upside down is likelier than on its side, where nothing tells.
    for (const turn of liesOnSide(best.hocr) ? [1, 3] : [2, 1, 3]) {
      if (best.certainty >= CERTAIN) break;
      const other = tryTurn(raster, turn);
      if (other.certainty > best.certainty) best = other;
    }
    return { turn: best.turn, lines: linesOfHocr(best.hocr, raster.scale) };
  };
}

/** Portable grey map: a head of text and the pixels as they are. */
const pgmOf = ({ width, height, pixels }: Raster): Uint8Array =>
  Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), pixels]);
