import { expect, it } from 'vitest';
import { relyingParty } from './relying-party.ts';

it('host and origin are those of PUBLIC_URL, whatever host the request names', () => {
  const party = { host: 'escola.example', origins: ['https://escola.example'] };
  expect(relyingParty('https://escola.example', 'other.example')).toEqual(party);
  expect(relyingParty('http://localhost:3000', '127.0.0.1:3000')).toEqual({
    host: 'localhost',
    origins: ['http://localhost:3000'],
  });
});

it("takes the request's host without it, over http or behind a proxy that ends TLS", () => {
  expect(relyingParty(undefined, 'localhost:3000')).toEqual({
    host: 'localhost',
    origins: ['https://localhost:3000', 'http://localhost:3000'],
  });
});

it.each(['127.0.0.1:3000', '[::1]:3000', '10.1.2.3', '', 'a b', '-a.example', '0x7f.1'])(
  'there is none for %s',
  (host) => expect(relyingParty(undefined, host)).toBeNull(),
);

it('there is no relying party for a PUBLIC_URL that is an IP address', () => {
  expect(relyingParty('http://192.168.0.10:3000', 'localhost')).toBeNull();
  expect(relyingParty('https://[2001:db8::1]', 'localhost')).toBeNull();
});
