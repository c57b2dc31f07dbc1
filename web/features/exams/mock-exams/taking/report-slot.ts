import { defineSlot } from '#web/lib/slot.tsx';

/** The button below an answered question that reports a mistake in it (study/question-reports). */
export const ReportQuestion = defineSlot<{ questionId: number }>('report question');
