import { readFile } from 'node:fs/promises';
import { memoryForms, memoryOf, believedForms, type MemoryForm } from '#server/features/study/review/engine/memory.ts';
import { policies, policyNames } from '#server/features/study/review/engine/policies.ts';
import { seeded } from '#server/features/study/review/engine/random.ts';
import { emptyPolicyInput, startSimulation, studyDay } from '#server/features/study/review/engine/simulation.ts';
import { memoryWeights } from '#server/features/study/review/memory-replay.ts';
import { GUESS, judgedStudent } from './review-world.ts';
const people = (await readFile('/work/shared/data/memory-students.jsonl', 'utf8')).split('\n').filter(Boolean).map((l) => JSON.parse(l));
const N = Number(process.argv[2] ?? 6);
const sample = Array.from({ length: N }, (_, i) => people[Math.floor((i * people.length) / N)]);
const loads = [ { questions: 600, days: 90, minutes: 30 }, { questions: 1500, days: 90, minutes: 45 }, { questions: 3000, days: 180, minutes: 60 }, { questions: 300, days: 30, minutes: 20 } ];
const all: any = {};
for (const form of memoryForms) for (const load of loads) {
  const rows: any = {};
  for (const [seed, p] of sample.entries()) {
    const out: any = {};
    for (const name of policyNames) {
      const student = judgedStudent({ memory: memoryOf(p.weights, form), questions: load.questions, firstKnown: (0.5 - GUESS) / (1 - GUESS) });
      const mem = memoryOf(memoryWeights, 'fsrs6');
      const desk = emptyPolicyInput(load.questions, { memory: mem, today: 0, firstDay: 0, examDay: load.days, minutes: load.minutes, firstRight: 0.5 });
      const s = startSimulation(desk, mem, seeded(seed), [], { student, guess: GUESS });
      while (s.desk.today < load.days) studyDay(s, policies[name]);
      out[name] = student.knownOn(load.days);
    }
    const base = out.wrongFirst;
    const best = Math.max(...Object.values(out) as number[]);
    for (const n of policyNames) (rows[n] ??= []).push(out[n] - base);
    (rows.best ??= []).push(best - base); (rows.base ??= []).push(base);
  }
  const mean = (a: number[]) => a.reduce((x, y) => x + y, 0) / a.length;
  console.log(form, load.questions, Object.entries(rows).map(([n, a]: any) => `${n} ${mean(a).toFixed(1)}`).join('  '));
  for (const [n, a] of Object.entries(rows) as any) (all[n] ??= []).push(...a);
}
for (const [n, a] of Object.entries(all) as any) console.log(n, 'ahead', (100 * a.filter((x: number) => x > 0.2).length / a.length).toFixed(0), 'lost', (100 * a.filter((x: number) => x < -0.2).length / a.length).toFixed(0), (a.reduce((x: number, y: number) => x + y, 0) / a.length).toFixed(2));
