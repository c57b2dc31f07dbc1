import type { Deps } from '#server/deps.ts';
import type { SessionUser } from '#server/http/sessions.ts';

/**
 * `open`: everybody who may study may read it, so a browser may cache it for an hour. `secret`: this person may read it
 * now, and no copy may stay behind. `closed`: this person may not read it.
 */
export type ImageReading = 'open' | 'secret' | 'closed';

/**
 * Decides whether a person may read an image, by what uses it. Passed in by school/curriculum: lessons, courses and
 * questions live in the districts above.
 */
export type JudgeImage = (
  deps: Deps,
  user: SessionUser,
  image: { id: number; ownerId: string | null },
) => Promise<ImageReading>;
