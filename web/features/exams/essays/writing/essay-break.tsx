import type { ComponentProps } from 'react';
import { BreakOffer, BreakScreen } from '#web/features/exams/mock-exams/taking/attempt-break.tsx';

export type EssayBreakProps = ComponentProps<typeof BreakOffer> | ComponentProps<typeof BreakScreen>;

/** The offer of a break above the sheet, and the break itself: few students have a right to them. */
export default function EssayBreak(props: EssayBreakProps) {
  return 'aids' in props ? <BreakOffer {...props} /> : <BreakScreen {...props} />;
}
