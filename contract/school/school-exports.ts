import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { instant, stored } from '#contract/shapes.ts';

export const schoolExport = z.object({
  id: z.number(),
  askedAt: instant,
  /** `failed`: it ended by an error, or its process stopped. Another one can be asked for. */
  state: stored(z.enum(['waiting', 'running', 'done', 'failed']), 'failed'),
  percent: z.number(),
  /** Set when the archive can be downloaded: its size, and when it is removed. */
  file: z.nullable(z.object({ bytes: z.number(), expiresAt: instant })),
});
export type SchoolExport = z.output<typeof schoolExport>;

const latest = z.object({ latest: z.nullable(schoolExport) });

export const getSchoolExport = endpoint({
  method: 'GET',
  path: '/api/admin/school-export',
  access: 'admin',
  summary:
    'The latest archive of the whole school, while it is made and until it is removed; null where there is none.',
  response: latest,
});

export const requestSchoolExport = endpoint({
  method: 'POST',
  path: '/api/admin/school-export',
  access: 'admin',
  freshProof: true,
  summary: 'Makes an archive of the whole school in the background. While one is made, asking again changes nothing.',
  response: latest,
});

export const downloadSchoolExport = endpoint({
  method: 'GET',
  path: '/api/admin/school-export/:id/file',
  access: 'admin',
  freshProof: true,
  work: 'export',
  weight: 20,
  summary: 'The archive as a zip, until it is removed.',
  response: binary,
});
