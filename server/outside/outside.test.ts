import type { lookup as systemLookup } from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { isPublicAddress } from './addresses.ts';
import { createOutside, OutsideFailed } from './outside.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<{ origin: string; port: string }> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const port = String((server.address() as AddressInfo).port);
  return { origin: `http://127.0.0.1:${port}`, port };
}

/** Treats the test's own servers as public, and nothing else on this machine. */
const openTo = (...ports: string[]) =>
  createOutside({ isAllowed: (address) => address === '127.0.0.1', isAllowedPort: (port) => ports.includes(port) });
const rules = { maxBytes: 1000, timeoutMs: 5000 };

/** Why a request failed, or its status. */
const outcome = (work: Promise<{ status: number }>) =>
  work.then(
    ({ status }) => status,
    (error: unknown) => (error instanceof OutsideFailed ? error.reason : error),
  );

/** A fake name server: each lookup gets the next answer. */
const answers = (...lists: string[][]) => {
  let asked = 0;
  const lookup = (_: string, __: unknown, callback: (error: null, addresses: object[]) => void) => {
    const list = lists[Math.min(asked, lists.length - 1)] ?? [];
    asked += 1;
    callback(
      null,
      list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { lookup: lookup as unknown as typeof systemLookup, asked: () => asked };
};

it.each(['8.8.8.8', '200.147.3.157', '172.32.0.1', '2606:4700::1111', '2804:14c::1'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '2002:7f00:1::',
  '2001:0:1::1',
  '2001:db8::1',
  'localhost',
  '',
])('%s is not', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

describe('what may not be asked', () => {
  it.each([
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://localhost/',
    'http://user:pass@exemplo.com.br/',
    'https://exemplo.com.br:8443/',
    'ftp://exemplo.com.br/',
    'file:///etc/passwd',
    'data:text/plain,x',
    'gopher://exemplo.com.br/',
    '//exemplo.com.br/',
    '',
  ])('%s', async (address) => {
    expect(await outcome(createOutside()(address, rules))).toBe('refused');
  });

  it('a name with a private address, also one among public ones', async () => {
    for (const list of [['10.0.0.1'], ['8.8.8.8', '192.168.0.1'], ['::1'], []]) {
      const { lookup } = answers(list);
      expect(await outcome(createOutside({ lookup })('http://exemplo.com.br/', rules)), String(list)).toBe('refused');
    }
  });

  it('a name is resolved once: the connection goes to the checked address', async () => {
    const { origin, port } = await serve((_, response) => response.end('aqui'));
    const { lookup, asked } = answers(['127.0.0.1'], ['10.0.0.1']);
    const outside = createOutside({
      lookup,
      isAllowed: (address) => address === '127.0.0.1',
      isAllowedPort: (given) => given === port,
    });
    const answer = await outside(origin.replace('127.0.0.1', 'exemplo.com.br'), rules);
    expect(String(answer.body)).toBe('aqui');
    expect(asked()).toBe(1);
  });

  it('a redirect into a private network', async () => {
    let reached = false;
    const secret = await serve((_, response) => {
      reached = true;
      response.end('segredo');
    });
    const { origin, port } = await serve((request, response) => {
      const to = request.url === '/a' ? `http://localhost:${secret.port}/` : `${secret.origin}/`;
      response.writeHead(302, { location: to }).end();
    });
    expect(await outcome(openTo(port)(`${origin}/a`, rules))).toBe('refused');
    expect(await outcome(openTo(port)(`${origin}/b`, rules))).toBe('refused');
    expect(reached).toBe(false);
  });
});

describe('the answer is limited', () => {
  it('in size, declared or not, compressed or not', async () => {
    const { origin, port } = await serve((request, response) => {
      if (request.url === '/packed') response.setHeader('content-encoding', 'gzip');
      if (request.url === '/claimed') response.setHeader('content-length', '5000000');
      response.write('x'.repeat(request.url === '/fits' ? 1000 : 600));
      if (request.url === '/fits' || request.url === '/packed') response.end();
      else response.write('x'.repeat(600));
    });
    const outside = openTo(port);
    expect((await outside(`${origin}/fits`, rules)).body).toHaveLength(1000);
    expect(await outcome(outside(`${origin}/long`, rules))).toBe('too_large');
    expect(await outcome(outside(`${origin}/claimed`, rules))).toBe('too_large');
    expect(await outcome(outside(`${origin}/packed`, rules))).toBe('unreachable');
  });

  it('in time, from the first byte to the last', async () => {
    const { origin, port } = await serve((request, response) => {
      if (request.url === '/drip') response.write('x');
    });
    const brief = { ...rules, timeoutMs: 60 };
    expect(await outcome(openTo(port)(`${origin}/never`, brief))).toBe('too_slow');
    expect(await outcome(openTo(port)(`${origin}/drip`, brief))).toBe('too_slow');
  });

  it('in redirects, and headers for one origin are not sent to another', async () => {
    const told: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      told.push(request.headers.authorization);
      response.end('fim');
    });
    const { origin, port } = await serve((request, response) => {
      const to = request.url === '/round' ? '/round' : `${other.origin}/`;
      response.writeHead(307, { location: to }).end();
    });
    const outside = openTo(port, other.port);
    expect(await outcome(outside(`${origin}/round`, rules))).toBe('unreachable');
    expect(await outcome(outside(`${origin}/x`, { ...rules, headers: { authorization: 'x' } }))).toBe(200);
    expect(told).toEqual([undefined]);
    expect(await outcome(outside(`${origin}/x`, { ...rules, method: 'POST', body: Buffer.from('a') }))).toBe(307);
  });
});

it('reports an unreachable server', async () => {
  const { origin, port } = await serve((request) => request.socket.destroy());
  expect(await outcome(openTo(port)(origin, rules))).toBe('unreachable');
});
