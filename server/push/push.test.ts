import { createECDH } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readMessage, readSender } from '#server/testing/push-service.ts';
import { encryptMessage, MESSAGE_MAX_BYTES, receiverKeys } from './message.ts';
import { waitOf } from './send.ts';
import { endpointAt } from './services.ts';
import { newVapidSecret, vapidHeader, vapidKey } from './vapid.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

/** RFC 8291, appendix A. */
const example = {
  plain: 'When I grow up, I want to be a watermelon',
  senderSecret: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  receiver: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  receiverSecret: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

const keysOf = (keys: { p256dh: string; auth: string }) => {
  const read = receiverKeys(keys);
  if (!read) throw new Error('no keys');
  return read;
};

describe('a message (RFC 8291)', () => {
  it('equals the example of the RFC', () => {
    const fresh = { privateKey: example.senderSecret, salt: example.salt };
    expect(encryptMessage(example.plain, keysOf(example.receiver), fresh).toString('base64url')).toBe(example.message);
  });

  it('is decrypted by its receiver, and differs every time', () => {
    const receiver = { privateKey: example.receiverSecret, auth: bytes(example.receiver.auth) };
    expect(readMessage(bytes(example.message), receiver)).toBe(example.plain);
    const [first, second] = ['Revisão às 19 h', 'Revisão às 19 h'].map((text) =>
      encryptMessage(text, keysOf(example.receiver)),
    ) as [Buffer, Buffer];
    expect([first, second].map((message) => readMessage(message, receiver))).toEqual([
      'Revisão às 19 h',
      'Revisão às 19 h',
    ]);
    expect(first.equals(second)).toBe(false);
  });

  it('fills one record at most', () => {
    const receiver = keysOf(example.receiver);
    expect(encryptMessage('x'.repeat(MESSAGE_MAX_BYTES), receiver)).toHaveLength(4096);
    expect(() => encryptMessage('x'.repeat(MESSAGE_MAX_BYTES + 1), receiver)).toThrow(RangeError);
  });

  it.each([
    ['nothing', '', ''],
    ['a point that is not on the curve', Buffer.alloc(65, 4).toString('base64url'), example.receiver.auth],
    ['a compressed point', bytes(example.receiver.p256dh).subarray(0, 33).toString('base64url'), example.receiver.auth],
    ['a short secret', example.receiver.p256dh, 'AAAA'],
    ['a long secret', example.receiver.p256dh, 'A'.repeat(40)],
    ['no base64', '💥', '💥'],
  ])('keys that are %s are none', (_, p256dh, auth) => {
    expect(receiverKeys({ p256dh, auth })).toBeNull();
  });
});

describe('the sender (RFC 8292)', () => {
  const now = new Date('2026-11-16T12:00:00Z');
  const endpoint = new URL('https://push.example.net/p/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV');

  it('has the header of the example', () => {
    const header =
      'vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs';
    const told = readSender(header);
    expect(told?.claims).toEqual({ aud: 'https://push.example.net', exp: 1453523768, sub: 'mailto:push@example.com' });
    const key = vapidKey(newVapidSecret());
    if (!key) throw new Error('no key');
    const own = readSender(vapidHeader(key, { endpoint, subject: 'mailto:push@example.com', now }));
    expect(own?.head).toEqual(told?.head);
    expect(own?.claims).toEqual({
      aud: 'https://push.example.net',
      exp: now.getTime() / 1000 + 12 * 60 * 60,
      sub: 'mailto:push@example.com',
    });
  });

  it('accepts only valid keys', () => {
    for (let round = 0; round < 50; round += 1) expect(newVapidSecret()).toHaveLength(32);
    const pair = createECDH('prime256v1');
    const secret = newVapidSecret();
    pair.setPrivateKey(secret);
    expect(vapidKey(secret)?.publicKey).toBe(pair.getPublicKey('base64url'));
    for (const wrong of [Buffer.alloc(0), Buffer.alloc(31, 1), Buffer.alloc(32), Buffer.alloc(32, 255)]) {
      expect(vapidKey(wrong)).toBeNull();
    }
  });
});

describe('the address of a subscription', () => {
  const services = ['fcm.googleapis.com', '*.push.apple.com', 'localhost:8443'];

  it.each([
    'https://fcm.googleapis.com/fcm/send/abc',
    'https://web.push.apple.com/QGx',
    'https://localhost:8443/x',
    'https://FCM.googleapis.com/x',
  ])('%s is taken', (address) => {
    expect(endpointAt(services, address)).toBeInstanceOf(URL);
  });

  it.each([
    'http://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:444/x',
    'https://fcm.googleapis.com.exemplo.com.br/x',
    'https://push.apple.com/x',
    'https://exemplopush.apple.com/x',
    'https://localhost/x',
    'https://user@fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'javascript:alert(1)',
    'fcm.googleapis.com',
    '',
  ])('%s is not', (address) => {
    expect(endpointAt(services, address)).toBeNull();
  });
});

it.each([
  ['120', 120_000],
  ['0', 0],
  ['Mon, 16 Nov 2026 12:05:00 GMT', 300_000],
  ['999999999', 86_400_000],
  ['Mon, 16 Nov 2026 11:00:00 GMT', null],
  ['-5', null],
  ['soon', null],
  [undefined, null],
])('Retry-After %s', (header, expected) => {
  expect(waitOf(header, new Date('2026-11-16T12:00:00Z'))).toBe(expected);
});
