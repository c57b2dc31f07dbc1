import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Db } from '#server/db/handle.ts';
import { createOutside } from '#server/outside/outside.ts';
import { testAuthority } from './certificates.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** What a browser does with what it gets (RFC 8291), written apart from the code that makes it. */
export function readMessage(message: Buffer, receiver: { privateKey: Buffer; auth: Buffer }): string {
  const [salt, keyLength] = [message.subarray(0, 16), message.readUInt8(20)];
  const senderKey = message.subarray(21, 21 + keyLength);
  const own = createECDH('prime256v1');
  own.setPrivateKey(receiver.privateKey);
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(senderKey), receiver.auth, about, 32));
  const derive = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(message.subarray(-16));
  const plain = Buffer.concat([decipher.update(message.subarray(21 + keyLength, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  return plain.subarray(0, end).toString();
}

type Claims = { aud: string; exp: number; sub: string };

/** The sender by its header (RFC 8292); null where the signature does not hold. */
export function readSender(header: string) {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const half = (from: number, to?: number) => bytes(publicKey).subarray(from, to).toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: half(1, 33), y: half(33) };
  const key = createPublicKey({ key: jwk, format: 'jwk' });
  const holds = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    bytes(signature),
  );
  if (!holds) return null;
  return { head: JSON.parse(String(bytes(head))), claims: JSON.parse(String(bytes(claims))) as Claims, publicKey };
}

export type TestDevice = {
  subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
  /** What its owner got to see, in the order in which it came. */
  messages: { text: string; ttl: number; urgency: string; topic: string; sender: string; subject: string }[];
};

/** What became of what one person's devices were to get. */
export const listDeliveryStates = (db: Db, userId: string) =>
  db
    .selectFrom('push_deliveries')
    .innerJoin('notifications', 'notifications.id', 'push_deliveries.notification_id')
    .select('state')
    .where('user_id', '=', userId)
    .orderBy('subscription_id')
    .execute();

type Fault = { status: number; headers?: Record<string, string> } | 'cut';

/**
 * A push service (RFC 8030) as strict as the real ones, for one test file: it takes what is rightly signed and really
 * meant for one of its devices, and misbehaves when told so.
 */
export async function startPushService() {
  const authority = testAuthority();
  const own = authority.issue('push');
  const devices = new Map<string, TestDevice & { privateKey: Buffer; auth: Buffer; key: string | null }>();
  /** What the next requests are answered with instead. */
  const faults: Fault[] = [];
  let asked = 0;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    asked += 1;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fault = faults.shift();
    if (fault === 'cut') return void request.socket.destroy();
    if (fault) return void response.writeHead(fault.status, fault.headers).end();
    const device = devices.get(request.url ?? '');
    if (!device) return void response.writeHead(410).end();
    const { headers } = request;
    const sender = readSender(headers.authorization ?? '');
    const isRight =
      request.method === 'POST' &&
      headers['content-encoding'] === 'aes128gcm' &&
      /^\d+$/.test(String(headers.ttl)) &&
      sender?.claims.aud === origin() &&
      (device.key === null || device.key === sender.publicKey);
    if (!isRight || !sender) return void response.writeHead(403).end();
    const body = Buffer.concat(chunks);
    if (body.length > 4096) return void response.writeHead(413).end();
    device.messages.push({
      text: readMessage(body, device),
      ttl: Number(headers.ttl),
      urgency: String(headers.urgency),
      topic: String(headers.topic),
      sender: sender.publicKey,
      subject: sender.claims.sub,
    });
    response.writeHead(201, { location: `${origin()}/message/${randomUUID()}` }).end();
  }

  const server = createServer(
    { cert: own.certificate, key: own.privateKey },
    (request, response) => void answer(request, response),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = () => `https://localhost:${port}`;

  return {
    /** As PUSH_SERVICES names it. */
    service: `localhost:${port}`,
    faults,
    asked: () => asked,
    /** The one way out that leads here. */
    outside: createOutside({
      isAllowed: (address) => address === '127.0.0.1' || address === '::1',
      isAllowedPort: (given) => given === String(port),
      ca: authority.ca,
    }),
    /** A browser that asks for messages, bound to the sender's key where one is given. */
    subscribe(key: string | null = null): TestDevice {
      const pair = createECDH('prime256v1');
      pair.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomUUID()}`;
      const device = {
        subscription: {
          endpoint: `${origin()}${path}`,
          keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
        },
        messages: [],
        privateKey: pair.getPrivateKey(),
        auth,
        key,
      };
      devices.set(path, device);
      return device;
    },
    /** Its owner has taken the permission back. */
    forget: (device: TestDevice) => void devices.delete(new URL(device.subscription.endpoint).pathname),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
