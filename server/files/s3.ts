import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Files } from './files.ts';
import { FilesUnavailable } from './unavailable.ts';

export type S3Settings = {
  bucket: string;
  region: string;
  /** Of a store that is not Amazon's own. */
  endpoint: string | undefined;
  /** Undefined: from the machine's own role. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** How long one try may wait for an answer. */
  timeoutMs?: number;
};

/** A large file over a slow line. */
const LARGE_TIMEOUT_MS = 300_000;

/** Files in a bucket, so that any number of machines share them. The bucket stays private; the product hands files out. */
export function s3Files({ bucket, region, endpoint, credentials, timeoutMs = 10_000 }: S3Settings): Files {
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
    maxAttempts: 2,
    // A store that does not answer must not hold a request for long.
    requestHandler: { connectionTimeout: 1500, requestTimeout: timeoutMs, throwOnRequestTimeout: true },
    // Stores that only speak the older dialect refuse the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    async put(key, content) {
      await known(client.send(new PutObjectCommand({ Bucket: bucket, Key: checked(key), Body: content })));
    },
    async putFile(key, path, size) {
      const body = createReadStream(path);
      const command = new PutObjectCommand({ Bucket: bucket, Key: checked(key), Body: body, ContentLength: size });
      try {
        await known(client.send(command, { requestTimeout: LARGE_TIMEOUT_MS }));
      } finally {
        body.destroy();
      }
    },
    async read(key) {
      const found = client.send(new GetObjectCommand({ Bucket: bucket, Key: checked(key) })).catch((error: Error) => {
        if (error.name === 'NoSuchKey') return null;
        throw error;
      });
      const object = await known(found);
      return object?.Body ? { stream: object.Body as Readable, size: object.ContentLength ?? 0 } : null;
    },
    async remove(key) {
      await known(client.send(new DeleteObjectCommand({ Bucket: bucket, Key: checked(key) })));
    },
    async *list() {
      let next: string | undefined;
      do {
        const page = await known(client.send(new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: next })));
        for (const { Key, Size } of page.Contents ?? []) if (Key) yield { key: Key, size: Size ?? 0 };
        next = page.NextContinuationToken;
      } while (next);
    },
  };
}

/** Whatever the bucket says, it is the bucket's fault and not the request's. */
async function known<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new FilesUnavailable(error);
  }
}

/** The same keys as on disk, so that files can be moved from one to the other. */
function checked(key: string): string {
  if (key.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    throw new Error('A file key must stay inside the store.');
  }
  return key;
}
