import { answerEach } from '#server/work/answer-each.ts';
import { type ChoiceInput, choose } from './choice-work.ts';

/** The CPU time of this thread; where Node cannot report it, the elapsed time, which is never less. */
const cpuMs = (): number => {
  if (typeof process.threadCpuUsage !== 'function') return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

answerEach((input: ChoiceInput) => choose(input, cpuMs));
