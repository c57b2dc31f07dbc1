import type { Practice } from '#contract/study/practice.ts';
import { TimedResult } from './timed-result.tsx';
import { TimedRunning } from './timed-running.tsx';

/** A simulado of the student's mistakes: the questions until it is over, then the result. */
export default function TimedPractice({ practice }: { practice: Practice }) {
  const { timed } = practice;
  return timed ? <TimedRunning practice={{ ...practice, timed }} /> : <TimedResult practice={practice} />;
}
