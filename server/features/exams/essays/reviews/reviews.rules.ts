import type { EssayReviewState } from '#contract/exams/essay-review.ts';
import { DAY_MS } from '#contract/time.ts';

type Reviewable = { returnedAt: Date | null; reviewState: EssayReviewState | null; theme: { reviewDays: number } };

/** Until when a review can be asked for; null: not returned, asked for already, or a theme without reviews. */
export function reviewUntil({ returnedAt, reviewState, theme }: Reviewable): Date | null {
  if (!returnedAt || reviewState !== null || theme.reviewDays === 0) return null;
  return new Date(returnedAt.getTime() + theme.reviewDays * DAY_MS);
}
