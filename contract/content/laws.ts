import * as z from 'zod/mini';
import {
  LAW_ARTICLES_PAGE,
  LAW_FILE_MAX_BYTES,
  LAW_NAME_MAX,
  LAW_NICKNAMES_MAX,
  LAW_SHORT_NAME_MAX,
  LAW_SOURCE_MAX,
  LAW_URN_MAX,
} from '#contract/content/law-limits.ts';
import { endpoint } from '#contract/endpoint.ts';
import { id, instant, requiredText, revision, storable, stored, text } from '#contract/shapes.ts';

const deviceKind = z.enum([
  'parte',
  'livro',
  'titulo',
  'capitulo',
  'secao',
  'subsecao',
  'anexo',
  'artigo',
  'caput',
  'paragrafo',
  'inciso',
  'alinea',
  'item',
]);

const versionState = z.enum(['in_force', 'revoked', 'vetoed']);
export type VersionState = z.output<typeof versionState>;

/** Groups and articles in the order of the text. */
const outlineEntry = z.object({
  /** LexML: `tit2_cap1`, `art5`. */
  lexId: z.string(),
  kind: stored(deviceKind, 'artigo'),
  label: z.string(),
  title: z.string(),
  depth: z.number(),
});
export type OutlineEntry = z.output<typeof outlineEntry>;

const device = z.object({
  lexId: z.string(),
  kind: stored(deviceKind, 'inciso'),
  label: z.string(),
  depth: z.number(),
  text: z.string(),
  state: stored(versionState, 'in_force'),
  /** The norm that gave the device this text, in words; empty where the source names none. */
  amending: z.string(),
  /** How many earlier texts are known. */
  earlierCount: z.number(),
});
export type LawDevice = z.output<typeof device>;

const article = z.object({ lexId: z.string(), label: z.string(), title: z.string(), devices: z.array(device) });
export type LawArticle = z.output<typeof article>;

/** The day whose text is shown, and the edital that the reader may choose instead of today. */
const asOf = z.object({
  day: z.string(),
  edital: z.nullable(z.object({ day: z.string(), examName: z.string() })),
});
export type AsOf = z.output<typeof asOf>;

/** Left out: the day of the followed exam's edital, or today where there is none. */
const on = z.optional(z.enum(['today']));

const lawHead = {
  id,
  urn: z.string(),
  name: z.string(),
  shortName: z.string(),
  ementa: z.string(),
};

export const listLaws = endpoint({
  method: 'GET',
  path: '/api/laws',
  access: 'signedIn',
  needsAccess: true,
  summary: 'The laws of the school, by name.',
  response: z.array(z.object({ ...lawHead, articleCount: z.number(), /** By the caller. */ readCount: z.number() })),
});
export type LawSummary = z.output<(typeof listLaws)['response']>[number];

export const getLaw = endpoint({
  method: 'GET',
  path: '/api/laws/:id',
  access: 'signedIn',
  needsAccess: true,
  summary: 'One law with its outline: groups and articles without their texts.',
  query: z.object({ on }),
  response: z.object({ ...lawHead, updatedAt: instant, asOf, outline: z.array(outlineEntry) }),
});
export type Law = z.output<(typeof getLaw)['response']>;

export const listLawArticles = endpoint({
  method: 'GET',
  path: '/api/laws/:id/articles',
  access: 'signedIn',
  needsAccess: true,
  weight: 5,
  summary: `Articles of a law with their texts in force, ${LAW_ARTICLES_PAGE} at a time.`,
  query: z.object({ on, cursor: z.optional(text(200)) }),
  response: z.array(article),
});

/** `art5`, `art103-1`, `anx1_art2`. */
export const articleId = z.string().check(z.regex(/^(?:anx\d{1,3}u?_)?art\d{1,5}(?:-\d{1,4})?$/));
/** A device inside an article: `art5_par2_inc3`. */
export const deviceId = z
  .string()
  .check(z.regex(/^(?:anx\d{1,3}u?_)?art\d{1,5}(?:-\d{1,4})?(?:_[a-z0-9-]{1,12}){0,6}$/));
export const articleParams = z.object({ id, article: articleId });

export const getLawArticle = endpoint({
  method: 'GET',
  path: '/api/laws/:id/articles/:article',
  access: 'signedIn',
  needsAccess: true,
  summary:
    'One article with the path to it, its neighbours, the other texts it had or will have, and the lessons that cite it.',
  params: articleParams,
  query: z.object({ on }),
  response: z.object({
    law: z.object(lawHead),
    asOf,
    path: z.array(z.object({ label: z.string(), title: z.string() })),
    article,
    previous: z.nullable(z.object({ lexId: z.string(), label: z.string() })),
    next: z.nullable(z.object({ lexId: z.string(), label: z.string() })),
    /** Every text but the shown ones, the newest of a device first. */
    history: z.array(
      z.object({
        lexId: z.string(),
        label: z.string(),
        /** 1 is the oldest text of a device. */
        number: z.number(),
        text: z.string(),
        state: stored(versionState, 'in_force'),
        amending: z.string(),
        /** Calendar days, or null where the source does not say. `until` is the first day without the text. */
        from: z.nullable(z.string()),
        publishedOn: z.nullable(z.string()),
        until: z.nullable(z.string()),
        /** It begins after the shown text. */
        isLater: z.boolean(),
      }),
    ),
    /** The texts of `history` that are not later, for pages of 0.9.0 that are still open during an upgrade. */
    earlier: z.array(
      z.object({
        lexId: z.string(),
        label: z.string(),
        number: z.number(),
        text: z.string(),
        amending: z.string(),
        until: z.nullable(z.string()),
      }),
    ),
    lessons: z.array(z.object({ id, title: z.string(), quotes: z.array(z.string()) })),
  }),
});
export type LawArticlePage = z.output<(typeof getLawArticle)['response']>;

export const listReadArticles = endpoint({
  method: 'GET',
  path: '/api/laws/:id/read-articles',
  access: 'signedIn',
  needsAccess: true,
  summary: 'The articles of a law that the caller marked as read.',
  response: z.array(z.string()),
});

export const markArticleRead = endpoint({
  method: 'PUT',
  path: '/api/laws/:id/articles/:article/read',
  access: 'signedIn',
  needsAccess: true,
  summary: 'Marks an article as read, or takes the mark away. Again is the same.',
  params: articleParams,
  body: z.object({ isRead: z.boolean() }),
  response: z.object({ isRead: z.boolean() }),
});

export const getLawText = endpoint({
  method: 'GET',
  path: '/api/laws/:id/text',
  access: 'signedIn',
  needsAccess: true,
  weight: 5,
  summary: 'Every text in force of a law, for the search in the browser.',
  query: z.object({ on }),
  response: z.array(z.object({ article: z.string(), lexId: z.string(), label: z.string(), text: z.string() })),
});
export type LawTextLine = z.output<(typeof getLawText)['response']>[number];

const source = {
  format: z.enum(['text', 'html', 'pdf']),
  source: z
    .string()
    .check(
      z.minLength(1, 'Cole o texto da norma.'),
      z.maxLength(LAW_SOURCE_MAX, 'O texto é maior que qualquer norma. Divida-o.'),
      storable,
    ),
};

const problem = z.object({ line: z.number(), words: z.string() });

export const readLawFile = endpoint({
  method: 'POST',
  path: '/api/teacher/laws/files',
  access: 'author',
  summary: 'Reads a file (multipart field `file`: .docx, .html, .txt, PDF) as the source of a law; nothing is stored.',
  bodyType: 'multipart',
  bodyLimit: LAW_FILE_MAX_BYTES + 64 * 1024,
  response: z.object({ format: source.format, source: z.string(), problems: z.array(z.string()) }),
});
export type LawSourceText = z.output<(typeof readLawFile)['response']>;

export const previewLaw = endpoint({
  method: 'POST',
  path: '/api/teacher/laws/preview',
  access: 'author',
  bodyLimit: 3 * LAW_SOURCE_MAX,
  weight: 20,
  summary: 'What a source would become: its devices by kind, its outline, and everything that was not understood.',
  body: z.object(source),
  response: z.object({
    /** Guesses from the first lines. */
    name: z.string(),
    ementa: z.string(),
    urn: z.nullable(z.string()),
    counts: z.array(z.object({ kind: deviceKind, count: z.number() })),
    earlierCount: z.number(),
    outline: z.array(outlineEntry),
    problems: z.array(problem),
    moreProblems: z.number(),
  }),
});
export type LawPreview = z.output<(typeof previewLaw)['response']>;

const nicknames = z
  .array(requiredText(LAW_SHORT_NAME_MAX, 'Escreva o apelido.'))
  .check(z.maxLength(LAW_NICKNAMES_MAX, `São no máximo ${LAW_NICKNAMES_MAX} apelidos.`));

const names = {
  name: requiredText(LAW_NAME_MAX, 'Escreva o nome da norma.'),
  shortName: text(LAW_SHORT_NAME_MAX),
  nicknames,
};

const writtenLaw = z.object({
  ...lawHead,
  nicknames: z.array(z.string()),
  articleCount: z.number(),
  revision: z.number(),
  updatedAt: instant,
});
export type WrittenLaw = z.output<typeof writtenLaw>;

export const listLawsForAuthors = endpoint({
  method: 'GET',
  path: '/api/teacher/laws',
  access: 'author',
  summary: 'The laws of the school with the names by which citations are recognised.',
  response: z.array(writtenLaw),
});

export const createLaw = endpoint({
  method: 'POST',
  path: '/api/teacher/laws',
  access: 'author',
  errors: ['conflict'],
  bodyLimit: 3 * LAW_SOURCE_MAX,
  weight: 20,
  summary: 'Takes a law in. Without a URN it gets a stable id of the school. The same creationKey is the same law.',
  body: z.object({
    ...source,
    ...names,
    ementa: text(2000),
    urn: z.nullable(
      text(LAW_URN_MAX).check(
        z.trim(),
        z.regex(/^urn:lex:br[a-z0-9.;:-]{1,180}$/, 'A URN do LexML começa com urn:lex:br.'),
      ),
    ),
    creationKey: z.uuid(),
  }),
  response: writtenLaw,
  alsoAnswers: [201],
});

export const updateLaw = endpoint({
  method: 'PUT',
  path: '/api/teacher/laws/:id',
  access: 'author',
  errors: ['version_conflict'],
  summary: 'Changes the names of a law; an older revision is refused.',
  body: z.object({ ...names, revision }),
  response: writtenLaw,
});

export const deleteLaw = endpoint({
  method: 'DELETE',
  path: '/api/teacher/laws/:id',
  access: 'admin',
  summary: 'Removes a law with its devices. Citations of it stay text.',
});
