import { markOf } from '#contract/question-kind.ts';
import type { QuestionKind } from '#contract/question-shapes.ts';
import { Kbd } from './kbd.tsx';

/** The keys that choose an option: 'A a E', or 'C ou E'. */
export function OptionKeys({ kind, count }: { kind: QuestionKind; count: number }) {
  return (
    <>
      <Kbd>{markOf(0, kind)}</Kbd> {kind === 'true_false' ? 'ou' : 'a'} <Kbd>{markOf(count - 1, kind)}</Kbd>
    </>
  );
}
