import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import type { S3Settings } from '#server/files/s3.ts';

export type TestS3 = {
  settings: S3Settings;
  /** Stops listening; the files stay. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
};

/** An S3 server with one empty bucket, in this process. */
export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'alvorada-s3-'));
  const open = (port: number) =>
    new S3rver({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: 'alvorada', configs: [] }],
    });
  let server = open(0);
  const { port } = await server.run();
  return {
    settings: {
      bucket: 'alvorada',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    },
    pause: () => server.close(),
    async resume() {
      server = open(port);
      await server.run();
    },
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
