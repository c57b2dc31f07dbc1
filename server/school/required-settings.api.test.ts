import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { Connection } from '#server/db/connect.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { ConfigError } from '#server/environment.ts';
import { createLog } from '#server/http/logging.ts';
import { cloneDatabase, dropDatabase } from '#server/testing/cluster.ts';
import { requireSettingsOf } from './required-settings.ts';

const name = `required-settings-${process.pid}`;
const all = ['SUPPORT_EMAIL', 'PIX_KEY', 'PIX_MERCHANT_NAME', 'PIX_MERCHANT_CITY'];
let connection: Connection;
let client: pg.Client;
let dataDir: string;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'alvorada-required-'));
  connection = await cloneDatabase(inject('cluster'), name);
  client = new pg.Client(connection);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await dropDatabase(inject('cluster'), name);
  rmSync(dataDir, { recursive: true, force: true });
});

const configOf = (environment: Record<string, string> = {}) =>
  readConfig({
    ...{ NODE_ENV: 'production', DATA_DIR: dataDir, PUBLIC_URL: 'https://escola.example', LOG_LEVEL: 'silent' },
    ...environment,
  });
const namesOf = async (work: Promise<unknown>): Promise<(string | undefined)[]> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConfigError)) throw new Error('The start was not refused.', { cause: error });
  return error.message.split('\n').map((line) => line.split(':')[0]);
};

describe('settings that production requires', () => {
  it('are all reported before a new embedded database is created', async () => {
    const config = configOf();
    expect(await namesOf(openDatabase(config, createLog(config)))).toEqual(all);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  });

  it('are all reported for an external database that has no schema yet', async () => {
    await client.query('CREATE SCHEMA empty');
    const empty = { ...connection, options: '-c search_path=empty' };
    expect(await namesOf(requireSettingsOf(configOf(), empty))).toEqual(all);
  });

  it('may be saved in the database, and only the others are reported', async () => {
    expect(await namesOf(requireSettingsOf(configOf(), connection))).toEqual(all);
    const stored = { supportEmail: 'ajuda@escola.example', pixMerchantCity: 'Recife' };
    await client.query('INSERT INTO settings (id, stored, updated_at) VALUES (1, $1, now())', [stored]);
    expect(await namesOf(requireSettingsOf(configOf(), connection))).toEqual(['PIX_KEY', 'PIX_MERCHANT_NAME']);
    const given = configOf({ PIX_KEY: 'pix@escola.example', PIX_MERCHANT_NAME: 'Escola' });
    await expect(requireSettingsOf(given, connection)).resolves.toBeUndefined();
  });

  it('are not required outside production', async () => {
    await expect(requireSettingsOf(configOf({ NODE_ENV: 'development' }), connection)).resolves.toBeUndefined();
  });
});
