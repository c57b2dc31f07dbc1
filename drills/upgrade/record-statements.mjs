import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/**
 * Loaded by the old release before its own code (`node --import`): writes every statement that it executes for the
 * first time into STATEMENTS_FILE, with the values in the form in which they go to PostgreSQL.
 */
const { STATEMENTS_FILE = '', STATEMENTS_OF = '' } = process.env;
const require = createRequire(join(STATEMENTS_OF, 'package.json'));
const pg = require('pg');
const { prepareValue } = require('pg/lib/utils');

/** Lists of different lengths are one statement. */
const shapeOf = (text) =>
  text
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/\?(?:, ?\?)+/g, '?')
    .replaceAll(/\(\?\)(?:, ?\(\?\))+/g, '(?)');

const known = new Set();
const { query } = pg.Client.prototype;
pg.Client.prototype.query = function recorded(config, values, ...rest) {
  const text = typeof config === 'string' ? config : config?.text;
  const given = Array.isArray(values) ? values : (config?.values ?? []);
  if (typeof text === 'string' && !text.includes('pgboss') && !known.has(shapeOf(text))) {
    known.add(shapeOf(text));
    const stored = given.map((value) => {
      const sent = prepareValue(value);
      return Buffer.isBuffer(sent) ? `\\x${sent.toString('hex')}` : sent;
    });
    appendFileSync(STATEMENTS_FILE, `${JSON.stringify({ text, values: stored })}\n`);
  }
  return query.call(this, config, values, ...rest);
};
