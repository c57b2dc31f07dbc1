import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/platform/browser-faults.ts';
import type { Deps } from '#server/deps.ts';
import { networkOf } from '#server/http/networks.ts';
import { route } from '#server/http/route.ts';
import { noteBrowserFault } from './browser-faults.service.ts';

export function browserFaultRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.reportBrowserFault, ({ body, request }) => noteBrowserFault(deps, networkOf(request.ip), body));
}
