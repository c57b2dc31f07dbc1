import { isDeepStrictEqual } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { TERMS_VERSION } from '#contract/limits.ts';
import { imageIdOf } from '#contract/platform/image-address.ts';
import type { PageValues } from '#contract/school/page-values.ts';
import {
  LANDING_MAX_BYTES,
  type LandingContent,
  type LegalContent,
  type LegalPage,
  landingContent,
  legalContent,
  legalPages,
  SITE_VERSIONS_SHOWN,
  type SitePage,
} from '#contract/school/site-content.ts';
import type { EditedPage, PageWarning } from '#contract/school/site-pages.ts';
import type { Tx } from '#server/db/handle.ts';
import { transact } from '#server/db/transact.ts';
import type { Deps } from '#server/deps.ts';
import { defaultOffer } from '#server/features/money/offers/offers.service.ts';
import { recordAudit } from '#server/features/platform/audit/audit.service.ts';
import { openImage } from '#server/features/platform/media/media.service.ts';
import { listPromises } from '#server/features/school/promises/promises.service.ts';
import { pageValues } from '#server/features/school/public-pages/values/page-values.ts';
import { readCounts } from '#server/features/school/public-pages/values/public-counts.ts';
import { readTrial } from '#server/features/school/trial/trial.service.ts';
import { AppError, notFound, requireFound } from '#server/http/errors.ts';
import { SITE_TOPIC } from '#server/site/live-site.ts';
import { builtFiles, loadPageRenderer, type PageRenderer } from '#server/site/page-renderer.ts';
import { shownContent, withCounts } from '#server/site/statements.ts';
import { dayOf } from '#server/time/calendar.ts';
import { findOpenClaims, mustDecideClaims } from './claims-reading.ts';
import {
  countLabels,
  findDraft,
  findNewestVersion,
  findVersion,
  insertDraft,
  insertVersion,
  listVersions,
  lockDraft,
  lockPublications,
  readFacts,
  updateDraft,
} from './site-pages.store.ts';
import { claimWarnings, warningsOf } from './warnings.ts';

type Admin = { id: string };
type Content = LandingContent | LegalContent;

const isLegal = (page: SitePage): page is LegalPage => page !== 'landing';

/** Parses a content with the schema of its page. */
function contentOf(page: SitePage, content: unknown): Content {
  const read = (isLegal(page) ? legalContent : landingContent).safeParse(content);
  if (!read.success) throw new AppError('bad_request', 'Este conteúdo é de outra página.');
  return read.data;
}

const renderer = (): Promise<PageRenderer> =>
  loadPageRenderer(builtFiles).catch((error: unknown) => {
    throw Object.assign(new AppError('unavailable', 'A interface ainda não foi construída.'), { cause: error });
  });

export async function readPage(deps: Deps, page: SitePage): Promise<EditedPage> {
  const [draft, newest, { brought }] = await Promise.all([
    findDraft(deps.db, page),
    findNewestVersion(deps.db, page),
    renderer(),
  ]);
  const published = newest ? contentOf(page, newest.content) : brought[page];
  const content = draft ? contentOf(page, draft.content) : published;
  return {
    page,
    revision: draft?.revision ?? 0,
    draft: content,
    savedAt: draft?.savedAt.toISOString() ?? null,
    savedBy: draft?.savedBy ?? null,
    isPublished: isDeepStrictEqual(content, published),
    published: newest
      ? { number: newest.number, label: newest.label, at: newest.at.toISOString(), by: newest.by }
      : null,
    warnings: await readWarnings(deps, page, content),
  };
}

/** The landing page as the product ships it. */
export const readDefaultContent = async (): Promise<LandingContent> => (await renderer()).brought.landing;

async function readWarnings(deps: Deps, page: SitePage, content: Content): Promise<PageWarning[]> {
  if (isLegal(page)) return [];
  const unkept = listPromises(deps).flatMap(({ promise, isKept, isHidden }) => (isKept || isHidden ? [] : [promise]));
  const landing = content as LandingContent;
  const open = mustDecideClaims(deps) ? await findOpenClaims(deps.db, deps, landing, await readDefaultContent()) : [];
  const facts = { ...(await readSchoolFacts(deps)), unkept, now: deps.clock.now() };
  return [...claimWarnings(open), ...warningsOf(landing, facts)];
}

export const readSchoolFacts = async (deps: Deps) => ({ ...(await readFacts(deps.db)), ...(await readCounts(deps)) });

export type OpenClaimsSummary = {
  count: number;
  /** The statements of the first few, as the page has them. */
  first: string[];
};

const CLAIMS_NAMED = 3;

/** The undecided claims of the draft; null while the school does not have to decide them. */
export async function readOpenClaims(deps: Deps): Promise<OpenClaimsSummary | null> {
  if (!mustDecideClaims(deps)) return null;
  const defaults = await readDefaultContent();
  const draft = await findDraft(deps.db, 'landing');
  const content = draft ? contentOf('landing', draft.content) : (deps.site.now.landing ?? defaults);
  const open = await findOpenClaims(deps.db, deps, content as LandingContent, defaults);
  const first = open.slice(0, CLAIMS_NAMED).flatMap(({ statements: [statement] }) => statement?.text ?? []);
  return { count: open.length, first };
}

const overtaken = () => new AppError('version_conflict', 'Outra pessoa salvou esta página. Confira e salve de novo.');

export async function saveDraft(
  deps: Deps,
  admin: Admin,
  page: SitePage,
  wish: { revision: number; content: Content },
) {
  const content = contentOf(page, wish.content);
  await transact(deps, async (tx) => {
    const draft = { page, content, by: admin.id, now: deps.clock.now() };
    const standing = await lockDraft(tx, page);
    if (!standing) {
      if (wish.revision !== 0 || !(await insertDraft(tx, draft))) throw overtaken();
      return;
    }
    // Idempotent: also the answer to a retry whose first answer was lost.
    if (isDeepStrictEqual(standing.content, content)) return;
    if (standing.revision !== wish.revision) throw overtaken();
    await updateDraft(tx, draft, standing.revision + 1);
  });
  return readPage(deps, page);
}

/** Renders the page as visitors would see it, with all values filled in. Pictures come from the media library. */
async function renderPreview(deps: Deps, page: SitePage, content: Content): Promise<string> {
  const { brought, renderLanding, renderLegal } = await renderer();
  const site = isLegal(page) ? (deps.site.now.landing ?? brought.landing) : shownContent(content as LandingContent);
  const label = dayOf(deps.clock.now());
  const values = await pageValuesNow(deps, site);
  return isLegal(page)
    ? renderLegal(page, { ...(content as LegalContent), label }, site, values)
    : renderLanding(site, values, (url) => url);
}

/** The current values of all names that a page with this content can use. */
export async function pageValuesNow(deps: Deps, site: LandingContent): Promise<PageValues> {
  const { priceCents, publicUrl } = deps.config;
  const { price, struckPrice, placesLeft, priceCents: basePrice } = await defaultOffer(deps.db);
  const { isOpen, lesson } = await readTrial(deps.db);
  const trial = isOpen && lesson ? { html: '', title: lesson.title } : null;
  const confirmsPayments = deps.config.pixProvider !== undefined;
  const facts = { ...deps.school.now, priceCents, publicUrl, confirmsPayments, counts: await readCounts(deps) };
  return pageValues(facts, site.pricing.installments, { price, struckPrice, placesLeft, basePrice }, trial);
}

const bytesOf = (html: string) => brotliCompressSync(html).length;

export async function previewPage(deps: Deps, page: SitePage, wish: Content) {
  const content = contentOf(page, wish);
  const html = await renderPreview(deps, page, content);
  return { html, bytes: bytesOf(html), warnings: await readWarnings(deps, page, content) };
}

/** '2026-11-15', then '2026-11-15.2': each publication of a legal text has a unique label, which students agree to. */
async function nextLabel(deps: Deps, tx: Tx): Promise<string> {
  const day = dayOf(deps.clock.now());
  const taken = await countLabels(tx, day);
  return taken === 0 ? day : `${day}.${taken + 1}`;
}

/**
 * The content to publish. A school with its own name must have decided every claim, and its counts are replaced by
 * placeholders that the product fills.
 */
async function publishable(deps: Deps, tx: Tx, page: SitePage, stored: unknown): Promise<Content> {
  const content = contentOf(page, stored);
  if (isLegal(page) || !mustDecideClaims(deps)) return content;
  const landing = content as LandingContent;
  const { length } = await findOpenClaims(tx, deps, landing, await readDefaultContent());
  if (length === 0) return withCounts(landing);
  const missing = length === 1 ? 'Falta decidir 1 afirmação' : `Faltam decidir ${length} afirmações`;
  throw new AppError('claims_undecided', `${missing} do modelo. Abra O que a página afirma.`);
}

export async function publishPage(deps: Deps, admin: Admin, page: SitePage, revision: number): Promise<EditedPage> {
  await transact(deps, async (tx) => {
    await lockPublications(tx);
    const draft = await lockDraft(tx, page);
    if ((draft?.revision ?? 0) !== revision) throw overtaken();
    const newest = await findNewestVersion(tx, page);
    const { brought } = await renderer();
    if (!draft || isDeepStrictEqual(draft.content, newest?.content ?? brought[page])) return;
    const content = await publishable(deps, tx, page, draft.content);
    if (bytesOf(await renderPreview(deps, page, content)) > LANDING_MAX_BYTES) {
      throw new AppError('too_large', 'A página passaria de 30 KB. Encurte os textos antes de publicar.');
    }
    const now = deps.clock.now();
    const number = (newest?.number ?? 0) + 1;
    const label = isLegal(page) ? await nextLabel(deps, tx) : null;
    await insertVersion(tx, { page, number, content, label, isBrought: false, by: admin.id, now });
    if (!isDeepStrictEqual(content, draft.content)) {
      await updateDraft(tx, { page, content, by: admin.id, now }, draft.revision + 1);
    }
    await recordAudit(tx, {
      at: now,
      actorId: admin.id,
      action: 'page.published',
      subject: `page:${page}`,
      details: { number, ...(label ? { label } : {}) },
    });
    await deps.bus.publish(tx, SITE_TOPIC, page);
  });
  // Other processes learn it from the bus; this one reloads at once, so that the publisher sees the result.
  await deps.site.renew();
  return readPage(deps, page);
}

export const listPublications = (deps: Deps, page: SitePage) => listVersions(deps.db, page, SITE_VERSIONS_SHOWN);

export async function readVersion(deps: Deps, page: SitePage, number: number) {
  const version = await requireFound(findVersion(deps.db, page, number), () => notFound('Versão não encontrada.'));
  const { content, ...publication } = version;
  return { publication, content: contentOf(page, content) };
}

/** Opens a picture of the published landing page, and no other picture: the route is public. */
export function openSitePicture(deps: Deps, name: string) {
  if (!JSON.stringify(deps.site.now.landing).includes(`"/api/media/${name}"`)) throw notFound('Imagem não encontrada.');
  return openImage(deps, imageIdOf(name));
}

/**
 * Stores the default legal texts like published ones, under the label that students agree to. A later release may ship
 * other texts, and the agreed version must stay readable. A text that the owner has published is not replaced.
 */
export async function saveDefaultTexts(deps: Deps): Promise<void> {
  const { brought } = await loadPageRenderer(builtFiles);
  const isNew = await transact(deps, async (tx) => {
    await lockPublications(tx);
    let kept = 0;
    for (const page of legalPages) {
      const newest = await findNewestVersion(tx, page);
      if (newest && (!newest.isBrought || newest.label === TERMS_VERSION)) continue;
      const number = (newest?.number ?? 0) + 1;
      const now = deps.clock.now();
      await insertVersion(tx, {
        page,
        number,
        content: brought[page],
        label: TERMS_VERSION,
        isBrought: true,
        by: null,
        now,
      });
      kept += 1;
    }
    if (kept > 0) await deps.bus.publish(tx, SITE_TOPIC, '');
    return kept > 0;
  });
  if (isNew) await deps.site.renew();
}
