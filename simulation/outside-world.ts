import type { Files } from '#server/files/files.ts';
import { FilesUnavailable } from '#server/files/unavailable.ts';
import type { MailTransport } from '#server/mail/mail.ts';
import { type Outside, OutsideFailed } from '#server/outside/outside.ts';
import { readMessage } from '#server/testing/push-service.ts';
import type { VirtualClock } from './school-clock.ts';

export type Service = 'mail' | 'push' | 'files';
/** `refuse`: nothing is done. `hang`: no answer until the product gives up. `lost`: it is done, and the answer is lost. */
export type OutsideFault = 'refuse' | 'hang' | 'lost';

/** How long the product itself waits: mail.ts (socketTimeout), send.ts (TIMEOUT_MS), s3.ts. */
const BOUNDS_MS = { mail: 30_000, push: 20_000, files: 10_000 } as const;

export const PUSH_SERVICE = 'push.example';

/** A letter or message that was taken. `isAnswered`: the product knows it; until then it may send it again. */
type Taken = { jobId: number | undefined; isLost: boolean; isAnswered: boolean };

type Device = { privateKey: Buffer; auth: Buffer };

/**
 * The mail server, the push service and the file store of the school. They fail on purpose, and outlive every crash.
 * LAW: a letter or message is taken a second time only where its first answer was lost.
 */
export function outsideWorld(clock: VirtualClock, violate: (law: string, sentence: string) => void) {
  const planned: Record<Service, OutsideFault[]> = { mail: [], push: [], files: [] };
  const devices = new Map<string, Device>();
  const taken = new Map<string, Taken[]>();
  const counts = { mails: 0, pushes: 0 };
  let jobId: number | undefined;
  let met = 0;

  /** Does the work of a service, or fails as planned. */
  async function serve<T>(
    service: Service,
    errorOf: (fault: OutsideFault) => Error,
    work: (isLost: boolean) => Promise<T>,
  ): Promise<T> {
    const fault = planned[service].shift();
    if (fault === undefined) return work(false);
    met += 1;
    if (fault === 'lost') await work(true);
    if (fault === 'hang') clock.moveTo(clock.now().getTime() + BOUNDS_MS[service]);
    throw errorOf(fault);
  }

  function take(what: string, key: string, isLost: boolean): void {
    const before = taken.get(key) ?? [];
    if (before.some(({ isAnswered }) => isAnswered)) violate('once', `${what} was sent twice: ${key}`);
    // Outside a job a person waits for the answer, and no retry follows.
    taken.set(key, [...before, { jobId, isLost, isAnswered: !isLost && jobId === undefined }]);
  }

  const transport: MailTransport = {
    sendMail: (letter) =>
      serve(
        'mail',
        (fault) => new Error(`The mail server failed: ${fault}`),
        async (isLost) => {
          counts.mails += 1;
          take('A letter', `${letter.messageId} to ${letter.to}: ${letter.subject}`, isLost);
          return { message: '' };
        },
      ),
  };

  const outside: Outside = (address, { body = Buffer.alloc(0), headers = {} }) => {
    const url = URL.parse(address);
    if (url?.host !== PUSH_SERVICE) return Promise.reject(new OutsideFailed('unreachable'));
    return serve(
      'push',
      (fault) => new OutsideFailed(fault === 'hang' ? 'too_slow' : 'unreachable'),
      async (isLost) => {
        const device = devices.get(url.pathname);
        if (!device) return { status: 410, headers: {}, body: Buffer.alloc(0) };
        counts.pushes += 1;
        take('A message', `${url.pathname} ${headers.topic} ${readMessage(body, device)}`, isLost);
        return { status: 201, headers: {}, body: Buffer.alloc(0) };
      },
    );
  };

  const failed = (fault: OutsideFault) => new FilesUnavailable(new Error(`fault on purpose: ${fault}`));
  const failing = (files: Files): Files => ({
    ...files,
    put: (key, content) => serve('files', failed, () => files.put(key, content)),
    putFile: (key, path, size) => serve('files', failed, () => files.putFile(key, path, size)),
    read: (key, stretch) => serve('files', failed, () => files.read(key, stretch)),
    remove: (key) => serve('files', failed, () => files.remove(key)),
  });

  return {
    transport,
    outside,
    failing,
    counts,
    plan: (service: Service, fault: OutsideFault) => void planned[service].push(fault),
    /** Everything works from now on. */
    recover() {
      for (const faults of Object.values(planned)) faults.splice(0);
    },
    /** A browser's subscription; `path` is its address at the service. */
    addDevice: (path: string, device: Device) => void devices.set(path, device),
    forgetDevice: (path: string) => void devices.delete(path),
    devicePaths: () => [...devices.keys()],
    /** How many faults were met since the last question. */
    takeMet(): number {
      const count = met;
      met = 0;
      return count;
    },
    beginJob: (id: number) => {
      jobId = id;
    },
    /** Only a job that ended well knows what was taken. */
    endJob(isDone: boolean) {
      if (isDone)
        for (const one of [...taken.values()].flat()) if (one.jobId === jobId && !one.isLost) one.isAnswered = true;
      jobId = undefined;
    },
    /** The worker died before it could say that this job was done. */
    forgetJob(id: number) {
      for (const one of [...taken.values()].flat()) if (one.jobId === id) one.isAnswered = false;
    },
  };
}

export type OutsideWorld = ReturnType<typeof outsideWorld>;
