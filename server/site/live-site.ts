import { TERMS_VERSION } from '#contract/limits.ts';
import {
  type LandingContent,
  type LegalPage,
  landingContent,
  legalContent,
  legalPages,
} from '#contract/school/site-content.ts';
import type { Bus } from '#server/db/bus.ts';
import type { Db } from '#server/db/handle.ts';
import type { Log } from '#server/log.ts';
import type { LabelledText } from './page-renderer.ts';
import { findAtLabel, listPublished } from './site.store.ts';
import { shownContent } from './statements.ts';

/** The published pages; null: the product's default is in use. */
export type Site = {
  landing: LandingContent | null;
  legal: Record<LegalPage, LabelledText | null>;
  termsVersion: string;
};

export type LiveSite = {
  readonly now: Site;
  /** Reads the current pages; the process that publishes does so before it answers. */
  renew(): Promise<void>;
  /** A legal text as of a label, for those who agreed to it then. */
  at(page: LegalPage, label: string): Promise<LabelledText | null>;
};

export const SITE_TOPIC = 'site-pages';

type Needs = { db: Db; log: Log };
type Row = { page: string; number: number; content: unknown; label: string | null };

/** Validated when it was stored. Content that the rules of a later version refuse must not take the page down. */
function readStored<T>(
  log: Log,
  schema: { safeParse: (v: unknown) => { success: boolean; data?: T } },
  row: Row,
): T | null {
  const read = schema.safeParse(row.content);
  if (!read.success)
    log.error({ page: row.page, number: row.number }, 'a published page cannot be read: the one before edits is shown');
  return read.data ?? null;
}

function labelled(log: Log, row: Row | undefined): LabelledText | null {
  const text = row && readStored(log, legalContent, row);
  return text && row.label !== null ? { ...text, label: row.label } : null;
}

async function readSite({ db, log }: Needs): Promise<Site> {
  const rows = await listPublished(db);
  const rowOf = (page: string) => rows.find((row) => row.page === page);
  const landing = rowOf('landing');
  const stored = landing ? readStored(log, landingContent, landing) : null;
  const agreed = rows.filter(({ page }) => page === 'terms' || page === 'privacy');
  const newest = agreed.toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())[0];
  return {
    landing: stored && shownContent(stored),
    legal: Object.fromEntries(legalPages.map((page) => [page, labelled(log, rowOf(page))])) as Site['legal'],
    termsVersion: newest?.label ?? TERMS_VERSION,
  };
}

/** Reloads when the bus reports a publication by any process. */
export async function watchSite(deps: Needs & { bus: Bus }): Promise<LiveSite> {
  let now = await readSite(deps);
  // Reads may overtake each other: none replaces the result of one that began later.
  let begun = 0;
  let taken = 0;
  const renew = async () => {
    begun += 1;
    const own = begun;
    const site = await readSite(deps);
    if (own < taken) return;
    taken = own;
    now = site;
  };
  const take = () =>
    void renew().catch((error: unknown) => deps.log.error({ err: error }, 'the public pages could not be read'));
  deps.bus.subscribe(SITE_TOPIC, take, take);
  return {
    get now() {
      return now;
    },
    renew,
    async at(page, label) {
      const row = await findAtLabel(deps.db, page, label);
      const text = labelled(deps.log, row && { ...row, page });
      if (!text) return null;
      const standing = now.legal[page]?.label;
      return { ...text, isOld: text.label !== standing };
    },
  };
}
