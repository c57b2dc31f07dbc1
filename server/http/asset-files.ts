import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding } from './pages-ready.ts';
import { WORKER_FILE } from './worker-file.ts';

/**
 * The browser's files, a few megabytes, are read once at startup and sent from memory: no request reads the disk, and a
 * running server keeps the build it started with, also while the next one is deployed over it.
 */
type AssetFile = {
  type: string;
  etag: string;
  bodies: { identity: Buffer; gzip: Buffer | undefined; br: Buffer | undefined };
};

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/vnd.microsoft.icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** The name contains the hash of the content: the content of an address never changes. */
const hashed = 'public, max-age=31536000, immutable';
const fixed = 'public, max-age=86400';

type Build = { assets: Map<string, AssetFile>; fixed: Map<string, AssetFile> };

/** The build that was read last: a process that starts one app after the other, as tests do, reads it once. */
let last: { web: string; build: Promise<Build> } | undefined;

function readBuild(web: string): Promise<Build> {
  if (last?.web === web) return last.build;
  const read = async () => ({ assets: await readFiles(join(web, 'assets')), fixed: await readFiles(web) });
  const build = read();
  last = { web, build };
  // The next start tries again.
  build.catch(() => {
    last = undefined;
  });
  return build;
}

export async function registerAssetFiles(app: FastifyInstance, web: string): Promise<void> {
  const { assets, fixed: others } = await readBuild(web);
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => {
    const file = assets.get(request.params['*']);
    return file ? sendFile(request, reply, file, hashed) : reply.callNotFound();
  });
  // Files with fixed names (favicons, the sharing picture) beside the hashed ones.
  for (const [name, file] of others) {
    if (name === WORKER_FILE) continue;
    app.get(`/${name}`, (request, reply) => sendFile(request, reply, file, fixed));
  }
}

const isEncoded = (name: string) => /\.(br|gz)$/.test(name);

function typeOf(name: string): string {
  const type = types[extname(name)];
  if (!type) throw new Error(`The build holds ${name}, and server/http/asset-files.ts knows no type for it.`);
  return type;
}

async function readFiles(directory: string): Promise<Map<string, AssetFile>> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  const read = async (name: string) => (names.has(name) ? readFile(join(directory, name)) : undefined);
  const files = [...names].filter((name) => !isEncoded(name));
  return new Map(
    await Promise.all(
      files.map(async (name): Promise<[string, AssetFile]> => {
        const [identity, gzip, br] = await Promise.all([
          readFile(join(directory, name)),
          read(`${name}.gz`),
          read(`${name}.br`),
        ]);
        return [
          name,
          {
            type: typeOf(name),
            // Weak: one validator for all encodings of the same file.
            etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
            bodies: { identity, gzip, br },
          },
        ];
      }),
    ),
  );
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: AssetFile, cache: string): FastifyReply {
  reply.headers({
    'cache-control': cache,
    etag: file.etag,
    vary: 'accept-encoding',
    'x-content-type-options': 'nosniff',
  });
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send();
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const encoded = file.bodies[encoding];
  if (encoded && encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(file.type).send(encoded ?? file.bodies.identity);
}
