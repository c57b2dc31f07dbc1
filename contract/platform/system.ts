import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';

export const health = endpoint({
  method: 'GET',
  path: '/healthz',
  access: 'public',
  summary: 'The process is alive.',
  response: z.object({ status: z.literal('ok') }),
});

export const ready = endpoint({
  method: 'GET',
  path: '/readyz',
  access: 'public',
  summary: 'The database answers and is migrated.',
  response: z.object({ status: z.literal('ok') }),
});

export const serving = endpoint({
  method: 'GET',
  path: '/servingz',
  access: 'public',
  summary: 'The process takes requests, whether or not its database is there; 503 once it is about to stop.',
  response: z.object({ status: z.literal('ok') }),
});

export const metrics = endpoint({
  method: 'GET',
  path: '/metrics',
  access: 'public',
  errors: ['not_found'],
  summary: 'Figures for Prometheus; with the bearer token of METRICS_TOKEN only, else 404.',
  response: binary,
});

export const openApiDocument = endpoint({
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  summary: 'This API as OpenAPI 3.1.',
  weight: 5,
  response: binary,
});

export const apiDocs = endpoint({
  method: 'GET',
  path: '/api/docs',
  access: 'public',
  summary: 'This API as a page.',
  weight: 5,
  response: binary,
});
