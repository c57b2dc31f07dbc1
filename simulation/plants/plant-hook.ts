import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { planted } from './planted.ts';
import { plants } from './plants.ts';

/** Loaded before a run (`--import`): the module with the fault named by PLANT is changed as it is loaded. */
const plant = plants.find(({ name }) => name === process.env.PLANT);
if (!plant) throw new Error(`There is no plant ${process.env.PLANT}.`);
const file = pathToFileURL(join(import.meta.dirname, '../..', plant.file)).href;

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    return url === file ? { ...loaded, source: planted(plant, String(loaded.source)) } : loaded;
  },
});
