import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Db } from '#server/db/handle.ts';
import { createOutside } from '#server/outside/outside.ts';
import { testAuthority } from './certificates.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** Decrypts a message as a browser does (RFC 8291), independently of the code that encrypts it. */
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

/** The sender by its header (RFC 8292); null when the signature is invalid. */
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
  /** The messages that its owner saw, in order of arrival. */
  messages: { text: string; ttl: number; urgency: string; topic: string; sender: string; subject: string }[];
};

/** The delivery states of one person's devices. */
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
 * A push service (RFC 8030) as strict as the real ones, for one test file: it accepts messages that are correctly
 * signed and encrypted for one of its devices, and misbehaves on request.
 */
export async function startPushService() {
  const authority = testAuthority();
  const own = authority.issue('push');
  const devices = new Map<string, TestDevice & { privateKey: Buffer; auth: Buffer; key: string | null }>();
  /** The faults with which the next requests are answered. */
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
    /** As named in PUSH_SERVICES. */
    service: `localhost:${port}`,
    faults,
    asked: () => asked,
    /** An `outside` that may only connect to this service. */
    outside: createOutside({
      isAllowed: (address) => address === '127.0.0.1' || address === '::1',
      isAllowedPort: (given) => given === String(port),
      ca: authority.ca,
    }),
    /** Subscribes a browser, bound to the sender's key when one is given. */
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
    /** The owner has revoked the permission. */
    forget: (device: TestDevice) => void devices.delete(new URL(device.subscription.endpoint).pathname),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
