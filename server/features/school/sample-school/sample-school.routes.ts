import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/platform/admin-system.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { readSampleSchool, removeSample } from './removal.service.ts';

export function sampleSchoolRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getSampleSchool, async () => ({ sample: await readSampleSchool(deps) }));

  route(app, contract.removeSampleSchool, ({ user }) => removeSample(deps, app.sessions, user.id));
}
