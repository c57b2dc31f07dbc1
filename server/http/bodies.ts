import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { EndpointSpec } from '../../contract/endpoint.ts';

export const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** A form on its way to a call that takes one. */
export function isUpload({ headers, routeOptions }: FastifyRequest): boolean {
  const { endpoint } = (routeOptions.config ?? {}) as { endpoint?: EndpointSpec };
  const takesForms = endpoint?.bodyType === 'multipart' || endpoint?.bodyType === 'either';
  return takesForms && (headers['content-type']?.startsWith('multipart/') ?? false);
}
