import type * as z from 'zod/mini';
import type { EndpointSpec } from './endpoint.ts';
import { idParams, ok } from './shapes.ts';

/*
 * The shapes that a call may leave out, because its path or its silence says them. The browser needs their types alone
 * (`endpoint.ts`), so nothing of this is part of what it loads.
 */

/** The shape of a call's path: its own, or a row id where the path names one thing by `:id`. */
export function paramsOf({ params, path }: EndpointSpec): z.ZodMiniType | undefined {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  return params ?? (names.length === 1 && names[0] === 'id' ? idParams : undefined);
}

/** What a call answers with: a call that declares nothing says that it was done. */
export const responseOf = ({ response = ok }: EndpointSpec): NonNullable<EndpointSpec['response']> => response;
