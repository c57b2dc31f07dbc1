import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT = { id: 'client-of-the-school', secret: 'a secret of the school' };

type Claims = Record<string, unknown>;
type Grant = { claims: Claims; challenge: string; redirectUri: string };

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const newKey = () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { kid: randomUUID(), publicKey, privateKey };
};

function signed(header: Claims, payload: Claims, key: KeyObject): string {
  const content = `${encode(header)}.${encode(payload)}`;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** An OpenID Connect issuer for one test file, as strict as Google: single-use codes, PKCE, the client's secret. */
export async function startIssuer() {
  let key = newKey();
  /** The signing key, when it differs from the published one. */
  let signingKey = key;
  let isDown = false;
  const grants = new Map<string, Grant>();

  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (isDown) return send(503, {});
    const { pathname } = new URL(request.url ?? '/', url);
    if (pathname === '/.well-known/openid-configuration') {
      return send(200, {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: ['RS256'],
        code_challenge_methods_supported: ['S256'],
      });
    }
    if (pathname === '/keys') {
      const jwk = key.publicKey.export({ format: 'jwk' });
      return send(200, { keys: [{ ...jwk, kid: key.kid, alg: 'RS256', use: 'sig' }] });
    }
    const form = await formOf(request);
    const grant = grants.get(form.get('code') ?? '');
    grants.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isGood =
      grant?.challenge === challenge &&
      grant.redirectUri === form.get('redirect_uri') &&
      form.get('client_id') === CLIENT.id &&
      form.get('client_secret') === CLIENT.secret;
    if (!isGood) return send(400, { error: 'invalid_grant' });
    const idToken = signed({ alg: 'RS256', kid: signingKey.kid }, grant.claims, signingKey.privateKey);
    return send(200, { access_token: randomUUID(), token_type: 'Bearer', expires_in: 3600, id_token: idToken });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    /** Approves the login of a person at the address where a browser was sent; returns the redirect address. */
    approve(address: string, person: Claims, changes: Claims = {}): string {
      const query = new URL(address).searchParams;
      const code = randomUUID();
      const now = Math.trunc(Date.now() / 1000);
      grants.set(code, {
        challenge: query.get('code_challenge') ?? '',
        redirectUri: query.get('redirect_uri') ?? '',
        claims: {
          iss: url,
          aud: CLIENT.id,
          iat: now,
          exp: now + 600,
          nonce: query.get('nonce'),
          ...person,
          ...changes,
        },
      });
      const back = new URL(query.get('redirect_uri') ?? '');
      back.search = String(new URLSearchParams({ code, state: query.get('state') ?? '', scope: 'openid email' }));
      return back.pathname + back.search;
    },
    rotateKeys() {
      key = newKey();
      signingKey = key;
    },
    /** Signs with a key that it does not publish. */
    forge() {
      signingKey = { ...newKey(), kid: key.kid };
    },
    behave() {
      signingKey = key;
      isDown = false;
    },
    fail() {
      isDown = true;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
