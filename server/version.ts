import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest = readFileSync(join(import.meta.dirname, '../package.json'), 'utf8');

/** The version of the product that is running. */
export const version = (JSON.parse(manifest) as { version: string }).version;
