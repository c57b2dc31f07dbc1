import type { Law, LawArticle, LawArticlePage, LawTextLine } from '#contract/content/laws.ts';
import { dayOf } from '#web/lib/calendar-day.ts';
import { listSaved, readSaved, removeSaved } from './saved.ts';

/** A law on this device, in the version of the reader's edital. */
export type SavedLaw = {
  id: number;
  law: Law;
  articles: LawArticle[];
  text: LawTextLine[];
  savedAt: string;
  /** The last day of access as it was known then; null: no end. */
  endsOn: string | null;
};

const hasEnded = ({ endsOn }: SavedLaw, now: Date) => endsOn !== null && dayOf(now) > endsOn;

/** Null where it is not on this device, or the access has ended by the day that the server named. */
export async function readSavedLaw(userId: string, id: number, now = new Date()): Promise<SavedLaw | null> {
  const saved = await readSaved<SavedLaw>(userId, `law/${id}`);
  if (!saved || !hasEnded(saved, now)) return saved;
  await removeSaved(userId, `law/${id}`);
  return null;
}

/** Laws whose access has ended are removed first. */
export async function listSavedLaws(userId: string, now = new Date()): Promise<SavedLaw[]> {
  const all = await listSaved<SavedLaw>(userId, 'law');
  for (const { id } of all.filter((one) => hasEnded(one, now))) await removeSaved(userId, `law/${id}`);
  return all
    .filter((one) => !hasEnded(one, now))
    .sort((one, other) => one.law.name.localeCompare(other.law.name, 'pt-BR'));
}

/** The page of an article as the server makes it, without what belongs to other texts: lessons and earlier versions. */
export function savedArticle({ law, articles }: SavedLaw, lexId: string): LawArticlePage | null {
  const article = articles.find((one) => one.lexId === lexId);
  if (!article) return null;
  const at = articles.indexOf(article);
  const neighbour = (index: number) => {
    const one = articles[index];
    return one ? { lexId: one.lexId, label: one.label } : null;
  };
  const path: Law['outline'] = [];
  for (const entry of law.outline) {
    if (entry.lexId === lexId) break;
    if (entry.kind === 'artigo') continue;
    while ((path.at(-1)?.depth ?? -1) >= entry.depth) path.pop();
    path.push(entry);
  }
  const { id, urn, name, shortName, ementa, asOf } = law;
  return {
    law: { id, urn, name, shortName, ementa },
    asOf,
    path: path.map(({ label, title }) => ({ label, title })),
    article,
    previous: neighbour(at - 1),
    next: neighbour(at + 1),
    ...{ history: [], earlier: [], lessons: [] },
  };
}
