import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { EndpointSpec } from '#contract/endpoint.ts';

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** The content type of a chunk of a file (tus.io). */
export const PIECES_TYPE = 'application/offset+octet-stream';

/** Whether the request sends a form or a chunk of a file to a call that takes one. */
export function isUpload({ headers, routeOptions }: FastifyRequest): boolean {
  const { endpoint } = (routeOptions.config ?? {}) as { endpoint?: EndpointSpec };
  if (endpoint?.bodyType === 'pieces') return headers['content-type'] === PIECES_TYPE;
  const takesForms = endpoint?.bodyType === 'multipart' || endpoint?.bodyType === 'either';
  return takesForms && (headers['content-type']?.startsWith('multipart/') ?? false);
}
