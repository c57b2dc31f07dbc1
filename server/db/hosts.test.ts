import { expect, test } from 'vitest';
import { faultOfAddress, hostsOf } from './hosts.ts';

test('an address with several hosts becomes one address per host, equal in everything else', () => {
  expect(
    hostsOf('postgres://u:p%40,x@one:5433,two,[::1]:5434/db?sslmode=require&target_session_attrs=read-write'),
  ).toEqual([
    {
      address: 'postgres://u:p%40,x@one:5433/db?sslmode=require',
      name: 'one:5433',
      target: { host: 'one', port: 5433 },
    },
    { address: 'postgres://u:p%40,x@two/db?sslmode=require', name: 'two:5432', target: { host: 'two', port: 5432 } },
    {
      address: 'postgres://u:p%40,x@[::1]:5434/db?sslmode=require',
      name: '[::1]:5434',
      target: { host: '::1', port: 5434 },
    },
  ]);
});

test('an address with one host stays plain, unless it has target_session_attrs', () => {
  expect(hostsOf('postgres://u:p@one:5433/db')).toBeUndefined();
  expect(hostsOf('postgresql:///db')).toBeUndefined();
  expect(hostsOf('postgres://one/db?target_session_attrs=primary')).toEqual([
    { address: 'postgres://one/db', name: 'one:5432', target: { host: 'one', port: 5432 } },
  ]);
});

test('a socket directory becomes a path', () => {
  expect(hostsOf('postgres://u@%2Frun%2Fpg,two:1/db')?.[0]).toMatchObject({
    target: { path: '/run/pg/.s.PGSQL.5432' },
  });
});

test.each([
  'mysql://localhost/x',
  'localhost',
  'postgres://u:secret@one,,two/db',
  'postgres://u:secret@one,/db',
  'postgres://u:secret@one:65536,two/db',
  'postgres://u:secret@one:0,two/db',
  'postgres://u:secret@one:port,two/db',
  'postgres://u:secret@one two,three/db',
  'postgres://u:secret@one,one:5432/db',
  'postgres://u:secret@one,%zz/db',
  'postgres://u:secret@one,two/db?target_session_attrs=any',
  'postgres://u:secret@one/db?target_session_attrs=standby',
  'postgres://u:secret@one,two/db?target_session_attrs=read-write&target_session_attrs=any',
  `postgres://u:secret@${Array.from({ length: 10 }, (_, at) => `h${at}`).join()}/db`,
])('the address %s is refused in one line without its password', (url) => {
  const fault = faultOfAddress(url);
  expect(fault).toMatch(/^[^\n]+$/);
  expect(fault).not.toContain('secret');
  expect(hostsOf(url)).toBeUndefined();
});

test.each([
  'postgres://localhost/x',
  'postgres://u:p@host:5432/db?sslmode=verify-full',
  'postgresql://u@%2Ftmp%2Fsocket/db',
  'postgres://u:p@host1:5432,host2:5432,host3:5432/db?target_session_attrs=read-write',
  'postgres://10.0.0.1,10.0.0.2/db',
])('the address %s is accepted', (url) => {
  expect(faultOfAddress(url)).toBeUndefined();
});
