import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AnswerOf } from '#contract/first-screen.ts';
import type { User } from '#contract/platform/users.ts';
import { atOneMoment, newMoment } from '#server/clock.ts';
import { endGathering, nothingGathered, readTogether } from '#server/db/reads-together.ts';
import type { RenderSource } from './document-cache.ts';
import { callerOf, callOwn, type OwnAnswer } from './own-calls.ts';

const WHO = '/api/auth/user';

export type DocumentRequests = ReturnType<typeof openDocumentRequests>;

/** The calls that one document makes, each address once, and their answers. */
export function openDocumentRequests(app: FastifyInstance, request: FastifyRequest) {
  const caller = callerOf(request);
  const gathered = nothingGathered();
  const moment = newMoment();
  const asked = new Map<string, Promise<OwnAnswer>>();
  const used = new Map<string, { answer: OwnAnswer; looked: Set<string> }>();

  const ask = (address: string): Promise<OwnAnswer> => {
    const known = asked.get(address);
    if (known) return known;
    const answer = readTogether(gathered, () => atOneMoment(moment, () => callOwn(app, caller, address)));
    asked.set(address, answer);
    return answer;
  };

  const answerOf = async (address: string): Promise<AnswerOf> => {
    const answer = await ask(address);
    const { looked } = used.get(address) ?? { looked: new Set<string>() };
    used.set(address, { answer, looked });
    const { status, statusText, headers, body } = answer;
    return {
      ok: status >= 200 && status < 300,
      status,
      statusText,
      headers: {
        get: (name) => {
          looked.add(name);
          return headers[name]?.toString() ?? null;
        },
      },
      json: async () => JSON.parse(body.toString()),
      text: async () => body.toString(),
    };
  };

  return {
    /** For the renderer. */
    answerOf,
    async user(): Promise<User | null> {
      const who = await answerOf(WHO);
      return who.ok ? ((await who.json()) as User) : null;
    },
    /** Once the last call is answered, timers that the calls have set go on with the present time and rows. */
    async end(): Promise<void> {
      await Promise.allSettled(asked.values());
      endGathering(gathered);
      moment.isOver = true;
    },
    /** Every answer that the renderer read. */
    drawnFrom: (): ReadonlyMap<string, RenderSource> =>
      new Map(
        [...used].map(
          ([
            address,
            {
              answer: { status, body, headers },
              looked,
            },
          ]) => [address, { status, body, headers: [...looked].map((name) => [name, headers[name]] as const) }],
        ),
      ),
    /** Makes all calls again. False when an answer differs or comes too late. */
    async isSame(before: ReadonlyMap<string, RenderSource>, until: number): Promise<boolean> {
      const answers = [...before.keys()].map(ask);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const patience = new Promise<null>((resolve) => {
        timer = setTimeout(resolve, Math.max(until - performance.now(), 0), null);
      });
      try {
        const now = await Promise.race([Promise.all(answers), patience]);
        let index = 0;
        for (const was of before.values()) {
          const is = now?.[index];
          if (!is || !isSameAnswer(was, is)) return false;
          index += 1;
        }
        return true;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function isSameAnswer(was: RenderSource, is: OwnAnswer): boolean {
  if (was.status !== is.status || !isSameBody(was.body, is.body)) return false;
  return was.headers.every(([name, value]) => String(is.headers[name]) === String(value));
}

/** Ready answers are the very same buffer until the cache drops them. */
function isSameBody(was: string | Buffer, is: string | Buffer): boolean {
  if (was === is) return true;
  return typeof was !== 'string' && typeof is !== 'string' && was.equals(is);
}
