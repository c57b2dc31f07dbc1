import type { FastifyInstance } from 'fastify';
import { softOn } from '#contract/platform/brand-palette.ts';
import type { Deps } from '#server/deps.ts';
import type { Feature } from '#server/feature.ts';
import {
  type Ground,
  pictureOfCertificate,
} from '#server/features/content/certificates/certificate-picture.service.ts';
import { previewCertificate } from '#server/features/content/certificates/certificates.service.ts';
import { publicOffer } from '#server/features/money/offers/public-offer.ts';
import { readPaymentCookie } from '#server/features/money/payments/payment-cookie.ts';
import { pathForVisitor } from '#server/features/money/payments/payments.service.ts';
import { countVisits } from '#server/features/school/admin-home/visits.ts';
import { sampleFlag } from '#server/features/school/sample-school/sample-flag.ts';
import { publicTrial } from '#server/features/school/trial/public-trial.ts';
import { createBrandPictures } from '#server/pictures/brand-pictures.ts';
import { rgbOf } from '#server/pictures/lettering.ts';
import { brandColours, brandVersion, hasOwnLook } from '#server/school/brand.ts';
import type { School } from '#server/school/school.ts';
import { registerBrandFiles } from './brand-files.ts';
import { registerPages } from './public-pages.ts';
import { publicCounts } from './values/public-counts.ts';

async function publicPageRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const visits = countVisits(deps);
  const pictures = createBrandPictures(deps);
  registerBrandFiles(app, deps, pictures);
  /** A certificate without the brand is better than none. */
  const renderGround = (school: School) =>
    pictures(school, 'certificate').catch((error: unknown) => {
      deps.log.warn({ err: error }, 'the ground of certificates could not be rendered');
      return null;
    });
  /** The product's own ground comes with the certificates. */
  const certificateGround = (): Ground | null => {
    const school = deps.school.now;
    if (!hasOwnLook(school)) return null;
    const soft = rgbOf(softOn(brandColours(school).colour));
    return { version: brandVersion(school), soft, render: () => renderGround(school) };
  };
  app.addHook('onClose', () => visits.flush());
  await registerPages(app, deps, {
    onVisit: visits.note,
    insteadOfLanding: (request) => pathForVisitor(deps, readPaymentCookie(deps, request)),
    certificatePreview: (code) => previewCertificate(deps, code),
    certificatePicture: (code) => pictureOfCertificate(deps, code, certificateGround()),
    sold: publicOffer(deps),
    trial: publicTrial(deps),
    counts: publicCounts(deps),
    hasSample: await sampleFlag(deps),
  });
}

/** Listed last: it answers every path that no other feature has. */
export const publicPages: Feature = { routes: [publicPageRoutes] };
