import { toMatrix } from '../matrix.ts';
import { openPdf, operatorNames } from '../read-pdf.ts';
import type { Engine } from './engine.ts';
import { placedImages } from './page-images.ts';
import { rasterOf } from './page-raster.ts';
import type { ScannedPage } from './scanned-lines.ts';

/** Recognises the text in the pictures of one page, counted from 1. */
export async function scanPage(bytes: Uint8Array, number: number, engine: Engine): Promise<ScannedPage> {
  const pdf = await openPdf(bytes);
  try {
    const page = await pdf.getPage(number);
    const view = page.getViewport({ scale: 1 });
    const operators = await page.getOperatorList();
    const sources = { common: page.commonObjs, own: page.objs };
    const images = await placedImages(operators, await operatorNames(), toMatrix(view.transform), sources);
    return images.length === 0 ? { turn: 0, lines: [] } : engine(rasterOf(images, view));
  } finally {
    await pdf.loadingTask.destroy();
  }
}
