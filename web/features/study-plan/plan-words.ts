import type { PlannedItem } from '../../../contract/study-plan.ts';

/** A practice is called by its topic. */
export const titleOf = ({ kind, title }: Pick<PlannedItem, 'kind' | 'title'>): string =>
  kind === 'practice' ? `Treino: ${title}` : title;
