import type { Citation } from '../citing/find-citations.ts';

const ofPublisher =
  /^(?:mensagem de veto|texto compilado|texto atualizado|texto para impress|vig[eê]ncia|regulamento\b|vide\b|\()/iu;
/** What is below the summary: who makes the norm. */
const enacting =
  /^(?:[OA] (?:vice-)?(?:president|governador|prefeit|congresso|assembl|c[aâ]mara|senado)|fa[cç]o saber|n[oó]s\b)/iu;
/** Lines above the name: the Planalto's pages have three or four. */
const HEAD_LINES = 10;

export type LawHead = { name: string; ementa: string; urn: string | null };

/**
 * Guesses from the lines before the first device. The name is the first line that begins with a norm: pages of the
 * Planalto have the office of the President above it.
 */
export function readHead(front: readonly string[], find: (text: string) => Citation[]): LawHead {
  const named = front.slice(0, HEAD_LINES).map((line) => find(line).find(({ start }) => start === 0)?.urn ?? null);
  const at = named.findIndex((urn) => urn !== null);
  const urn = named[at] ?? front.slice(0, 3).flatMap((line) => find(line))[0]?.urn ?? null;
  const below = front.slice(Math.max(at, 0) + 1).filter((line) => !ofPublisher.test(line));
  const end = below.findIndex((line) => enacting.test(line));
  const ementa = below.slice(0, end === -1 ? 2 : Math.min(end, 2));
  return { name: front[Math.max(at, 0)] ?? '', ementa: ementa.join(' '), urn };
}
