import * as z from 'zod/mini';
import { binary, endpoint } from '#contract/endpoint.ts';
import { imageParams } from '#contract/platform/image-address.ts';
import { id, instant, revision } from '#contract/shapes.ts';
import { landingContent, landingPart, legalContent, SITE_BODY_LIMIT, sitePages } from './site-content.ts';

/* The landing page and the legal texts as their owner edits them: a draft, and what was published, version by version. */

/** The content of the landing page or of a legal page; `page` says which. */
const content = z.union([landingContent, legalContent]);

/** Something that the page promises and the product does not hold. It warns, and stops nothing. */
const warning = z.object({
  /** The part of the page that says it. */
  part: landingPart,
  text: z.string(),
});
export type PageWarning = z.output<typeof warning>;

const publication = z.object({
  number: z.number(),
  /** Only for legal pages: the version that students agree to. */
  label: z.nullable(z.string()),
  at: instant,
  /** Null: the product itself, or a deleted account. */
  by: z.nullable(z.string()),
});
export type Publication = z.output<typeof publication>;

const editedPage = z.object({
  page: z.enum(sitePages),
  /** Counts the saves of the draft. */
  revision: z.number(),
  draft: content,
  savedAt: z.nullable(instant),
  savedBy: z.nullable(z.string()),
  /** The draft is what visitors see. */
  isPublished: z.boolean(),
  /** Null: what the product brings. */
  published: z.nullable(publication),
  warnings: z.array(warning),
});
export type EditedPage = z.output<typeof editedPage>;

const pageParams = z.object({ page: z.enum(sitePages) });
const versionParams = z.object({ page: z.enum(sitePages), number: id });

export const getSitePage = endpoint({
  method: 'GET',
  path: '/api/admin/pages/:page',
  access: 'admin',
  summary: 'A public page as it is edited: its draft, what is published, and what it promises beyond what is there.',
  params: pageParams,
  response: editedPage,
});

export const saveSitePage = endpoint({
  method: 'PUT',
  path: '/api/admin/pages/:page/draft',
  access: 'admin',
  comesFirst: true,
  errors: ['version_conflict'],
  bodyLimit: SITE_BODY_LIMIT,
  summary: 'Saves the draft. Visitors see nothing of it.',
  params: pageParams,
  body: z.object({ revision, content }),
  response: editedPage,
});

export const previewSitePage = endpoint({
  method: 'POST',
  path: '/api/admin/pages/:page/preview',
  access: 'admin',
  bodyLimit: SITE_BODY_LIMIT,
  summary: 'The page as visitors would see it with this content. Nothing is kept.',
  params: pageParams,
  body: z.object({ content }),
  response: z.object({
    html: z.string(),
    /** As it travels, compressed. */
    bytes: z.number(),
    warnings: z.array(warning),
  }),
});
export type PagePreview = z.output<(typeof previewSitePage)['response']>;

export const publishSitePage = endpoint({
  method: 'POST',
  path: '/api/admin/pages/:page/publish',
  access: 'admin',
  errors: ['version_conflict', 'claims_undecided'],
  summary: 'Shows the saved draft to visitors, in every process. What is shown already stays as it is.',
  params: pageParams,
  body: z.object({ revision }),
  response: editedPage,
});

export const listSiteVersions = endpoint({
  method: 'GET',
  path: '/api/admin/pages/:page/versions',
  access: 'admin',
  summary: 'What was published of a page, newest first, at most 200.',
  params: pageParams,
  response: z.array(publication),
});

export const getSiteVersion = endpoint({
  method: 'GET',
  path: '/api/admin/pages/:page/versions/:number',
  access: 'admin',
  summary: 'One published version, to compare or to bring back.',
  params: versionParams,
  response: z.object({ publication, content }),
});

export const getSitePicture = endpoint({
  method: 'GET',
  path: '/api/landing/pictures/:id',
  access: 'public',
  summary: 'A picture that the published landing page shows; no other one.',
  params: imageParams,
  response: binary,
});
