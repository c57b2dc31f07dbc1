import { answerEach } from '#server/work/answer-each.ts';
import { type ChoiceInput, choose } from './choice-work.ts';

/** What this thread alone has used; where Node cannot tell, the time that went by, which is never less. */
const cpuMs = (): number => {
  if (typeof process.threadCpuUsage !== 'function') return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

answerEach((input: ChoiceInput) => choose(input, cpuMs));
