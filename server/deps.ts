import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Bus } from './db/bus.ts';
import type { Db } from './db/handle.ts';
import type { Replica } from './db/replica.ts';
import type { Files } from './files/files.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail/mail.ts';
import type { Outside } from './outside/outside.ts';
import type { Passwords } from './passwords/passwords.ts';
import type { PixProvider } from './pix/provider/provider.ts';
import type { LiveSchool } from './school/live-school.ts';
import type { LiveSite } from './site/live-site.ts';
import type { Tracing } from './tracing/tracing.ts';

/** The dependencies of the features. Built once in main.ts (or by a test), passed down, never imported. */
export type Deps = {
  config: Config;
  /** Settings that the owner may change at runtime. */
  school: LiveSchool;
  /** The public pages as published by their owner. */
  site: LiveSite;
  db: Db;
  /** The read replica, for calls that may lag; only the route hands it to them. */
  replica: Replica | undefined;
  /** The load of the connections behind `db`. */
  pool: {
    readonly totalCount: number;
    readonly idleCount: number;
    readonly waitingCount: number;
    /** `tell` is called after every wait for a connection. */
    onWait(tell: (seconds: number) => void): void;
  };
  tracing: Tracing;
  bus: Bus;
  clock: Clock;
  files: Files;
  mail: Mail;
  /** Requests to addresses that people entered, never into a private network. */
  outside: Outside;
  jobs: Jobs;
  passwords: Passwords;
  /** Confirms payments automatically; undefined: no provider, students send a proof. */
  pixProvider: PixProvider | undefined;
  /** Where TLS is on, cookies without the prefix `__Host-` are read until then (server/http/cookies.ts). */
  plainCookiesUntil: Date;
  log: Log;
};
