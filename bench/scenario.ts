import type pg from 'pg';
import type { Bars } from './bars.ts';
import type { Request } from './load.ts';
import type { Size } from './sizes.ts';

export type Bench = {
  url: string;
  size: Size;
  /** For queries during the preparation. */
  pg: pg.Client;
};

export type Prepared = {
  request: (n: number) => Request;
  /** The lookup of the session counts among the statements: elsewhere the session is remembered. */
  countsSession?: boolean;
  /** Expected statuses; any other ends the run. */
  expect?: readonly number[];
  /** Fewer for writes that cost a hash or an fsync each. */
  connections?: number;
  /** Maximum number of requests (single-use data). */
  most?: number;
  /** The same bytes from a bare node:http server: the ceiling of one Node process. */
  httpBaseline?: boolean;
  /** The same rows by a bare prepared statement behind node:http: the ceiling of the database path. */
  pgBaseline?: { text: string; values: (n: number) => unknown[] };
  /** Another request to the same server, which must not be cheaper. */
  beside?: { name: string; request: (n: number) => Request; expect?: readonly number[] };
  /** A step whose cost is reported separately: CPU milliseconds of that step alone. */
  ofWhich?: { name: string; once: () => Promise<unknown> };
  /** Checks what the requests have written, and throws where it is wrong. */
  check?: () => Promise<void>;
};

/** One thing users do or operators pay for. */
export type Scenario = {
  name: string;
  prepare: (bench: Bench) => Promise<Prepared>;
  /** A write, whose cost is not compared across sizes. */
  grows?: false;
  /** What the stored result is compared with. */
  bars?: Bars;
};

export const scenario = (value: Scenario) => value;

export const cookieOf = (token: string) => `alvorada_session=${token}`;
