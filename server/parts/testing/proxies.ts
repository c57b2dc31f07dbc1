import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Program, startProgram } from './program.ts';

/** The configurations that operators get; only names, ports and certificates are this machine's. */
const deploy = join(import.meta.dirname, '../../../deploy');
const TLS = /listen 443[^}]*?privkey\.pem;/s;

export async function startCaddy(directory: string, port: number, upstream: readonly number[]): Promise<Program> {
  const file = join(directory, 'Caddyfile');
  // Without its admin port: several may run here.
  await writeFile(file, `{\n\tadmin off\n}\n${await readFile(join(deploy, 'Caddyfile'), 'utf8')}`);
  process.env.DOMAIN = `http://127.0.0.1:${port}`;
  process.env.SERVERS = upstream.map((each) => `127.0.0.1:${each}`).join(' ');
  return startProgram('caddy', ['run', '--adapter', 'caddyfile', '--config', file]);
}

export async function startNginx(
  directory: string,
  port: number,
  [first, second]: readonly number[],
): Promise<Program> {
  const site = (await readFile(join(deploy, 'nginx.conf'), 'utf8'))
    .replace('127.0.0.1:3000', `127.0.0.1:${first}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${second}`)
    .replace(/server \{\s*listen 80;.*?\n\}\n/s, '')
    .replace(TLS, `listen 127.0.0.1:${port};\n\tserver_name localhost;`);
  const file = join(directory, 'nginx.conf');
  await mkdir(join(directory, 'nginx'), { recursive: true });
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(directory, 'nginx', name)};`)
    .join(' ');
  await writeFile(
    file,
    `daemon off; pid ${join(directory, 'nginx.pid')}; error_log stderr; user root; events {}\nhttp { access_log off; ${paths}\n${site}\n}\n`,
  );
  return startProgram('nginx', ['-c', file, '-e', 'stderr']);
}
