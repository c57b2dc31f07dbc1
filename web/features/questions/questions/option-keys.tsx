import { optionLabelOf } from '#contract/questions/question-kind.ts';
import type { QuestionKind } from '#contract/questions/question-shapes.ts';
import { Kbd } from '#web/ui/kbd.tsx';

/** The keys that choose an option: 'A a E', or 'C ou E'. */
export function OptionKeys({ kind, count }: { kind: QuestionKind; count: number }) {
  return (
    <>
      <Kbd>{optionLabelOf(0, kind)}</Kbd> {kind === 'true_false' ? 'ou' : 'a'}{' '}
      <Kbd>{optionLabelOf(count - 1, kind)}</Kbd>
    </>
  );
}
