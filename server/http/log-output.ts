import { writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** What a reader that is slow for a moment may leave unread. */
const BUFFER_BYTES = 1024 * 1024;
const RETRY_MS = 50;

type Write = (fd: number, bytes: Buffer) => number;

/**
 * Writes log lines to a file descriptor. pino's own output blocks the process until somebody reads: a full pipe, or one
 * whose reader is gone, would stop the server for everybody. Here lines wait in a bounded buffer while the pipe is full,
 * and are dropped beyond that and without a reader. The next line that can be written says how many were lost.
 */
export function createLogOutput(fd: number, write: Write = writeSync): DestinationStream {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let lost = 0;
  let retry: NodeJS.Timeout | undefined;

  const flush = (): void => {
    retry = undefined;
    while (waiting[0]) {
      try {
        const rest = waiting[0].subarray(write(fd, waiting[0]));
        bytes -= waiting[0].length - rest.length;
        if (rest.length > 0) waiting[0] = rest;
        else waiting.shift();
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EAGAIN') {
          retry = setTimeout(flush, RETRY_MS).unref();
          return;
        }
        lost += waiting.length;
        waiting = [];
        bytes = 0;
        return;
      }
    }
    if (lost > 0) reportLost();
  };

  const reportLost = (): void => {
    const line = { level: 40, msg: `${lost} log lines were lost: nobody read them in time` };
    lost = 0;
    add(`${JSON.stringify(line)}\n`);
    flush();
  };

  const add = (line: string): void => {
    const added = Buffer.from(line);
    waiting.push(added);
    bytes += added.length;
  };

  return {
    write: (line: string) => {
      if (waiting.length > 0 && bytes + line.length > BUFFER_BYTES) {
        lost += 1;
        return;
      }
      add(line);
      if (!retry) flush();
    },
  };
}
