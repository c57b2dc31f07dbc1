import { createHash, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Bought } from '#contract/endpoint.ts';
import type { EndReason } from '#contract/errors.ts';
import { FRESH_PROOF_MINUTES } from '#contract/limits.ts';
import type { Role, UserStatus } from '#contract/platform/users.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts';
import type { Db, Tx } from '#server/db/handle.ts';
import { uuidv7 } from '#server/db/ids.ts';
import type { After } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { dayOf } from '#server/time/calendar.ts';
import { boughtFault, type StudyDays } from './bought.ts';
import { clearCookie, hasPlainName, readCookie, writeCookie } from './cookies.ts';
import { EVERYBODY, sessionCache } from './session-cache.ts';
import {
  deleteSessionByToken,
  endSessionsOf,
  findSession,
  findSessionEnd,
  insertAccessRecord,
  insertSession,
  noteVisit,
  saveProof,
  touchSession,
} from './sessions.store.ts';

export const SESSION_COOKIE = 'alvorada_session';
/** A session expires after these days without a request. Its cookie expires with it. */
export const SESSION_DAYS = 30;
const LIFETIME_MS = SESSION_DAYS * DAY_MS;
const TOUCH_AFTER_MS = HOUR_MS;

export type SessionUser = {
  sessionId: string;
  id: string;
  username: string;
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  status: UserStatus;
  createdAt: Date;
  /** The last password, code or key given in this session. */
  provenAt?: Date | null;
  /** The password of its login is a common one. */
  commonPassword?: boolean;
  /** Only for a student. */
  study?: StudyDays | null;
};

type Sessions = ReturnType<typeof createSessions>;

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions;
  }
  interface FastifyRequest {
    /** The session's user, looked up at most once per request. */
    sessionUser: SessionUser | null | Promise<SessionUser | null> | undefined;
    /** Set when the session was extended and the cookie must be, too. */
    prolongedToken: string | null;
    /** The session is being extended. */
    touching: Promise<void> | null;
  }
}

/** Opens, reads, extends and ends sessions. Only hashes of tokens are stored. */
export function createSessions(deps: Deps) {
  const cache = sessionCache<SessionUser>(deps.bus);
  const hash = (token: string) => createHash('sha256').update(token).digest();
  const tokenOf = (request: FastifyRequest) => readCookie(deps, request, SESSION_COOKIE);

  /** Synchronous when the session is cached, which is so for nearly every request. */
  const read = (request: FastifyRequest): SessionUser | null | Promise<SessionUser | null> => {
    const token = tokenOf(request);
    if (!token) return null;
    const now = deps.clock.now();
    const user = cache.get(token, now.getTime(), () => lookUp(request, token, now));
    return hasPlainName(deps, request, SESSION_COOKIE) ? rename(request, token, user) : user;
  };

  /** Has the session's cookie set again, under the prefixed name. */
  const rename = async (
    request: FastifyRequest,
    token: string,
    user: SessionUser | null | Promise<SessionUser | null>,
  ) => {
    const found = await user;
    if (found) request.prolongedToken = token;
    return found;
  };

  const lookUp = async (request: FastifyRequest, token: string, now: Date) => {
    const found = await findSession(deps.db, hash(token), now);
    if (!found) return null;
    const { lastSeenAt, expiresAt, ...user } = found;
    if (now.getTime() - lastSeenAt.getTime() > TOUCH_AFTER_MS) {
      request.touching = touch(request, token, user.sessionId, now);
    }
    return { user, expiresAt };
  };

  /** Runs beside the request, which does not need its result: `settle` awaits it before the answer is sent. */
  const touch = async (request: FastifyRequest, token: string, sessionId: string, now: Date): Promise<void> => {
    try {
      await touchSession(deps.db, sessionId, { now, day: dayOf(now) }, new Date(now.getTime() + LIFETIME_MS));
      request.prolongedToken = token;
    } catch (error) {
      // The session is as long as before; the next request tries again.
      deps.log.warn({ err: error }, 'a session could not be extended');
    }
  };

  const end = async (tx: Db | Tx, token: string): Promise<void> => {
    const ended = await deleteSessionByToken(tx, hash(token));
    if (!ended) return;
    await deps.bus.publish(tx, 'session', ended.userId);
    cache.drop(ended.userId);
  };

  /** Drops the cached sessions of a user in every process: in this one right after the commit, elsewhere by the bus. */
  const forget = async (tx: Tx, after: After, userId: string): Promise<void> => {
    await deps.bus.publish(tx, 'session', userId);
    after(() => cache.drop(userId));
  };

  return {
    read,
    /** Opens a new session with a new token, whatever the request carried before. */
    async open(
      tx: Db | Tx,
      request: FastifyRequest,
      reply: FastifyReply,
      userId: string,
      { byPasskey = false, commonPassword = false } = {},
    ): Promise<void> {
      const token = randomBytes(32).toString('base64url');
      const now = deps.clock.now();
      const old = tokenOf(request);
      if (old) await end(tx, old);
      const device = describeDevice(request.headers['user-agent']);
      await insertAccessRecord(tx, { userId, at: now, address: isIP(request.ip) ? request.ip : '0.0.0.0', device });
      await insertSession(tx, {
        id: uuidv7(now),
        tokenHash: hash(token),
        userId,
        device,
        now,
        expiresAt: new Date(now.getTime() + LIFETIME_MS),
        // A login is itself a proof of identity.
        provenAt: now,
        byPasskey,
        commonPassword,
      });
      await noteVisit(tx, userId, dayOf(now));
      // The cookie under the old name would stay beside the new one, with the session that was just ended.
      if (request.cookies[SESSION_COOKIE] !== undefined) clearCookie(deps, request, reply, SESSION_COOKIE);
      setCookie(reply, deps, request, token);
    },
    /** Records that the user has just proved their identity. */
    async prove({ id, sessionId }: Pick<SessionUser, 'id' | 'sessionId'>): Promise<void> {
      await saveProof(deps.db, sessionId, deps.clock.now());
      await deps.bus.publish(deps.db, 'session', id);
      cache.drop(id);
    },
    isProven: ({ provenAt }: Pick<SessionUser, 'provenAt'>): boolean =>
      !!provenAt && deps.clock.now().getTime() - provenAt.getTime() < FRESH_PROOF_MINUTES * MINUTE_MS,
    async close(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const token = tokenOf(request);
      if (!token) return;
      await end(deps.db, token);
      clearCookie(deps, request, reply, SESSION_COOKIE);
    },
    /** Deletes the sessions of a user (all, or all but one) and drops all of them from every process's cache. */
    async endAll(tx: Tx, after: After, userId: string, because: EndReason, except?: string): Promise<void> {
      await endSessionsOf(tx, userId, { because, now: deps.clock.now() }, except);
      await forget(tx, after, userId);
    },
    /** Why the session of the request's cookie was ended, when that was recorded. */
    async whyEnded(request: FastifyRequest): Promise<EndReason | undefined> {
      const token = tokenOf(request);
      return token ? findSessionEnd(deps.db, hash(token)) : undefined;
    },
    forget,
    /** For changes that concern many people, such as a contest that moves: drops every cached session. */
    async forgetEverybody(tx: Tx, after: After): Promise<void> {
      await deps.bus.publish(tx, 'session', EVERYBODY);
      after(() => cache.drop(EVERYBODY));
    },
    now: () => deps.clock.now(),
    /** Why an item of a course is closed to this person, if so. */
    boughtFault: (user: SessionUser, item: { kind: Bought; id: number }) =>
      boughtFault(deps.db, user, item, deps.clock.now()),
    async settle(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      await request.touching;
      if (request.prolongedToken) setCookie(reply, deps, request, request.prolongedToken);
    },
  };
}

export function registerSessions(app: FastifyInstance, deps: Deps): void {
  const sessions = createSessions(deps);
  app.decorate('sessions', sessions);
  app.decorateRequest('sessionUser', undefined);
  app.decorateRequest('prolongedToken', null);
  app.decorateRequest('touching', null);
  app.addHook('onSend', (request, reply, payload, done) => {
    // Nearly every request has neither, and goes on at once.
    if (!request.touching && !request.prolongedToken) return done(null, payload);
    sessions.settle(request, reply).then(() => done(null, payload), done);
  });
}

/** The user of the request's session, or null. */
export function currentUser(request: FastifyRequest): SessionUser | null | Promise<SessionUser | null> {
  if (request.sessionUser === undefined) request.sessionUser = request.server.sessions.read(request);
  return request.sessionUser;
}

function setCookie(reply: FastifyReply, deps: Deps, request: FastifyRequest, token: string): void {
  writeCookie(deps, request, reply, { name: SESSION_COOKIE, value: token, seconds: LIFETIME_MS / 1000 });
}

/** 'Chrome em Android': enough for a person to recognise their device. Nothing else of the user agent is stored. */
export function describeDevice(userAgent: string | undefined): string {
  const name = (pairs: [RegExp, string][], fallback: string) =>
    pairs.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1] ?? fallback;
  const browser = name(
    [
      [/Edg\//, 'Edge'],
      [/OPR\//, 'Opera'],
      [/Firefox\//, 'Firefox'],
      [/Chrome\//, 'Chrome'],
      [/Safari\//, 'Safari'],
    ],
    'Navegador',
  );
  const system = name(
    [
      [/Android/, 'Android'],
      [/iPhone|iPad/, 'iOS'],
      [/Windows/, 'Windows'],
      [/Mac OS/, 'macOS'],
      [/Linux/, 'Linux'],
    ],
    'outro sistema',
  );
  return `${browser} em ${system}`;
}
