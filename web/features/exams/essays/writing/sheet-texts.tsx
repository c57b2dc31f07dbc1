import type { MotivatingText } from '#contract/exams/essay-themes.ts';
import { MotivatingTexts } from '../motivating-texts.tsx';

export type SheetTextsProps = { texts: readonly MotivatingText[] };

/** The motivating texts beside the sheet: they follow the sheet, so that the first key does not wait for them. */
export default function SheetTexts({ texts }: SheetTextsProps) {
  return <MotivatingTexts texts={texts} />;
}
