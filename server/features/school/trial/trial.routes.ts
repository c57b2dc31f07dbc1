import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/school/trial.ts';
import type { Deps } from '#server/deps.ts';
import { openImage } from '#server/features/platform/media/media.service.ts';
import { notFound } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { sendPicture } from '#server/http/send-files.ts';
import { publicTrial } from './public-trial.ts';
import { chooseTrial, showTrial, switchTrial } from './trial.service.ts';

export function trialRoutes(app: FastifyInstance, deps: Deps): void {
  const readPublic = publicTrial(deps);

  route(app, contract.getTrial, () => showTrial(deps.db));

  route(app, contract.saveTrial, ({ user, body }) => chooseTrial(deps, user, body));

  route(app, contract.switchTrial, ({ user, body }) => switchTrial(deps, user, body.isOn));

  route(app, contract.getTrialImage, async ({ params, reply }) => {
    // Only images that the page shows now: every other image needs a session.
    if (!(await readPublic())?.images.has(params.id)) throw notFound('Imagem não encontrada.');
    return sendPicture(reply, await openImage(deps, params.id), 'public, max-age=3600');
  });
}
