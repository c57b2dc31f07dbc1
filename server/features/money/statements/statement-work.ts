import { AppError } from '#server/http/errors.ts';
import { tooBusy } from '#server/http/overload.ts';
import { createWorkerPool } from '#server/work/worker-pool.ts';
import type { Match, OpenEntry, OpenOrder } from './matching/match.ts';
import type { ReadStatement, Wishes } from './reading/read-statement.ts';
import type { StatementRefused } from './reading/statement-file.ts';
import type { StatementWork } from './statements.worker.ts';

type Unknown = { headerKey: string; columns: string[]; sample: string[][] };
type Outcome =
  | { file: ReadStatement }
  | { unknown: Unknown }
  | { refusal: Pick<StatementRefused, 'code' | 'message'> }
  | { matches: Match[] };

/** Reading and matching beside the server, not in its way: one file at a time. */
const workerPool = createWorkerPool<StatementWork, Outcome>(new URL('./statements.worker.ts', import.meta.url), {
  capacity: { total: 1, perKey: 1, waiting: 12, waitingPerKey: 4 },
  longestMs: 60_000,
  tooLong: () => new AppError('bad_request', 'Este extrato é complicado demais para ser lido. Baixe um período menor.'),
  tooMany: () => tooBusy('Há extratos demais sendo lidos agora. Tente de novo em instantes.'),
});

export async function readInWorker(bytes: Uint8Array, wishes: Wishes, person: string): Promise<ReadStatement> {
  const outcome = await workerPool({ do: 'read', bytes, wishes }, person);
  if ('file' in outcome) return outcome.file;
  if ('refusal' in outcome) throw new AppError(outcome.refusal.code, outcome.refusal.message);
  if ('matches' in outcome) throw new Error('A file was read as a match.');
  const { columns, sample } = outcome.unknown;
  const message = 'Diga quais colunas deste extrato são a data e o valor. Vamos lembrar para a próxima vez.';
  throw new AppError('columns_unknown', message, { columns, sample });
}

export async function matchInWorker(entries: OpenEntry[], orders: OpenOrder[], person: string): Promise<Match[]> {
  if (entries.length === 0) return [];
  const outcome = await workerPool({ do: 'match', entries, orders }, person);
  if (!('matches' in outcome)) throw new Error('A match was read as a file.');
  return outcome.matches;
}
