import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import type { Files, Pieces } from './files.ts';
import { FilesUnavailable } from './unavailable.ts';

export type S3Settings = {
  bucket: string;
  region: string;
  /** For a store that is not Amazon's. */
  endpoint: string | undefined;
  /** Undefined: the role of the machine is used. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** Timeout of an operation with all its tries, until the store begins to answer. */
  timeoutMs?: number;
};

/** An upload that failed removes what it may have stored; what is left is found by the sweep. */
const REMOVAL_MS = 2000;
/** For a large file over a slow line. */
const LARGE_TIMEOUT_MS = 300_000;

/**
 * Files in a bucket, so that any number of machines share them. The bucket stays private; the product serves the files.
 */
export function s3Files({ bucket, region, endpoint, credentials, timeoutMs = 10_000 }: S3Settings): Files {
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    ...(credentials ? { credentials } : {}),
    maxAttempts: 2,
    // An unresponsive store must not block a request for long.
    requestHandler: { connectionTimeout: 1500, requestTimeout: timeoutMs, throwOnRequestTimeout: true },
    // Older S3 implementations refuse the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    async put(key, content) {
      const command = new PutObjectCommand({ Bucket: bucket, Key: checked(key), Body: content });
      await known(within(timeoutMs, (limits) => client.send(command, limits)));
    },
    async putFile(key, path, size) {
      const body = createReadStream(path);
      const command = new PutObjectCommand({ Bucket: bucket, Key: checked(key), Body: body, ContentLength: size });
      try {
        await known(within(LARGE_TIMEOUT_MS, (limits) => client.send(command, limits)));
      } finally {
        body.destroy();
      }
    },
    async read(key, stretch) {
      const range = stretch && { Range: `bytes=${stretch.start}-${stretch.end}` };
      const wanted = new GetObjectCommand({ Bucket: bucket, Key: checked(key), ...range });
      const found = within(timeoutMs, (limits) => client.send(wanted, limits)).catch((error: Error) => {
        if (error.name === 'NoSuchKey') return null;
        throw error;
      });
      const object = await known(found);
      if (!object?.Body) return null;
      const whole = /\/(\d+)$/.exec(object.ContentRange ?? '')?.[1];
      return { stream: object.Body as Readable, size: Number(whole ?? object.ContentLength ?? 0) };
    },
    pieces: s3Pieces(client, bucket),
    async remove(key) {
      const command = new DeleteObjectCommand({ Bucket: bucket, Key: checked(key) });
      await known(within(Math.min(timeoutMs, REMOVAL_MS), (limits) => client.send(command, limits)));
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

/** The bucket's multipart uploads: the chunks are stored there, so that any machine can take the next one. */
function s3Pieces(client: S3Client, bucket: string): Pieces {
  const of = (key: string, id: string) => ({ Bucket: bucket, Key: checked(key), UploadId: id });
  return {
    areWhole: true,
    async begin(key) {
      const { UploadId } = await known(
        client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: checked(key) })),
      );
      if (!UploadId) throw new FilesUnavailable(new Error('The bucket named no upload.'));
      return UploadId;
    },
    async add(key, id, { number, content }) {
      const part = new UploadPartCommand({ ...of(key, id), PartNumber: number, Body: content });
      return (await known(within(LARGE_TIMEOUT_MS, (limits) => client.send(part, limits)))).ETag ?? '';
    },
    async finish(key, id, receipts) {
      const Parts = receipts.map((ETag, at) => ({ ETag, PartNumber: at + 1 }));
      const whole = new CompleteMultipartUploadCommand({ ...of(key, id), MultipartUpload: { Parts } });
      const finished = within(LARGE_TIMEOUT_MS, (limits) => client.send(whole, limits)).catch(async (error: Error) => {
        // Already completed: by a process that crashed before reporting it, or by a request whose answer was lost.
        const isThere = client.send(new HeadObjectCommand({ Bucket: bucket, Key: checked(key) }));
        await isThere.catch(() => {
          throw error;
        });
      });
      await known(finished);
    },
    async abandon(key, id) {
      const gone = client.send(new AbortMultipartUploadCommand(of(key, id))).catch((error: Error) => {
        if (error.name !== 'NoSuchUpload') throw error;
      });
      await known(gone);
    },
  };
}

/**
 * Bounds an operation with all its tries: a bucket that hangs would take the time of each of them. The limit ends with
 * the headers of the answer, because a large file may take longer to read.
 */
async function within<T>(
  ms: number,
  send: (limits: { abortSignal: AbortSignal; requestTimeout: number }) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ms);
  try {
    return await send({ abortSignal: controller.signal, requestTimeout: ms });
  } finally {
    clearTimeout(timer);
  }
}

/** Every error of the bucket becomes FilesUnavailable: it is not the request's fault. */
async function known<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new FilesUnavailable(error);
  }
}

/** Accepts the same keys as the disk, so that files can be moved from one to the other. */
function checked(key: string): string {
  if (key.split('/').some((part) => part === '' || part === '.' || part === '..')) {
    throw new Error('A file key must stay inside the store.');
  }
  return key;
}
