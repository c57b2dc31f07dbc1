import type { FastifyInstance } from 'fastify';
import * as claimsContract from '#contract/school/claims.ts';
import * as contract from '#contract/school/site-pages.ts';
import type { Deps } from '#server/deps.ts';
import { route } from '#server/http/route.ts';
import { sendPicture } from '#server/http/send-files.ts';
import { confirm, edit, readClaims, remove, setCountShown } from './claims.service.ts';
import {
  listPublications,
  openSitePicture,
  previewPage,
  publishPage,
  readPage,
  readVersion,
  saveDraft,
} from './site-pages.service.ts';

export function sitePageRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, contract.getSitePage, ({ params }) => readPage(deps, params.page));

  route(app, contract.saveSitePage, ({ params, body, user }) => saveDraft(deps, user, params.page, body));

  route(app, contract.previewSitePage, ({ params, body }) => previewPage(deps, params.page, body.content));

  route(app, contract.publishSitePage, ({ params, body, user }) => publishPage(deps, user, params.page, body.revision));

  route(app, contract.listSiteVersions, ({ params }) => listPublications(deps, params.page));

  route(app, contract.getSiteVersion, ({ params }) => readVersion(deps, params.page, params.number));

  route(app, contract.getSitePicture, async ({ params, reply }) => {
    // An id never changes its content.
    return sendPicture(reply, await openSitePicture(deps, params.id), 'public, max-age=86400');
  });
}

/** Registered apart from the pages: decisions about claims change the draft through the same service. */
export function landingClaimRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, claimsContract.listClaims, () => readClaims(deps));
  route(app, claimsContract.confirmClaim, ({ params, body, user }) => confirm(deps, user, params.id, body));
  route(app, claimsContract.editClaim, ({ params, body, user }) => edit(deps, user, params.id, body));
  route(app, claimsContract.removeClaim, ({ params, body, user }) => remove(deps, user, params.id, body.revision));
  route(app, claimsContract.showCount, ({ params, body, user }) => setCountShown(deps, user, params.thing, body));
}
