import * as z from 'zod/mini';
import { ProviderFault } from './provider.ts';

/** Parses untrusted answers of providers: an error contains a status, never request or response data. */

export const parsed = <S extends z.ZodMiniType>(schema: S, value: unknown): z.output<S> => {
  const read = z.safeParse(schema, value);
  if (!read.success) throw new ProviderFault('an answer of another form');
  return read.data;
};

export function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProviderFault('an answer that is no JSON');
  }
}

const PAUSE_MAX_S = 300;

export function faultOf(status: number, retryAfter: string | string[] | undefined): ProviderFault {
  const pause = Math.min(Number(retryAfter) || (status === 429 ? 30 : 0), PAUSE_MAX_S);
  const isRefusal = status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status);
  return new ProviderFault(`answered ${status}`, { isRefusal, pauseMs: pause * 1000 });
}
