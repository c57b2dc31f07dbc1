/**
 * Measures latency and CPU cost, and compares them with their ceilings in the same run:
 *   npm run bench [-- scenario …] [--size S|M|L] [--seconds 5] [--growth | --reads] [--counts]
 *   npm run bench -- --all
 *   npm run bench -- rush | essay-rush | memory | browser | take-over | builds | lighthouse | start | statistics | quiz-save | bank | duplicates | mastery | score | review | review-size | payments | sample | exam | exam-pdf | law | anki | essay-lines | partitions [its own options]
 */
const programs = new Map([
  ['--all', './all.ts'],
  ['rush', './simulado-rush.ts'],
  ['essay-rush', './essay-rush.ts'],
  ['memory', './memory.ts'],
  ['browser', './browser.ts'],
  ['take-over', './take-over.ts'],
  ['builds', './builds.ts'],
  ['lighthouse', './lighthouse.ts'],
  ['start', './second-start.ts'],
  ['statistics', './quiz-statistics.ts'],
  ['quiz-save', './quiz-save.ts'],
  ['bank', './bank.ts'],
  ['duplicates', './duplicates.ts'],
  ['mastery', './mastery.ts'],
  ['score', './score.ts'],
  ['review', './review.ts'],
  ['review-size', './review-size.ts'],
  ['payments', './payments.ts'],
  ['sample', './sample-load.ts'],
  ['exam', './exam.ts'],
  ['exam-pdf', './exam-pdf.ts'],
  ['law', './law.ts'],
  ['anki', './anki.ts'],
  ['essay-lines', './essay-lines.ts'],
  ['partitions', './partitions.ts'],
]);

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

const program = programs.get(process.argv[2] ?? '');
// The remaining arguments belong to the program.
if (program) process.argv.splice(2, 1);
await import(program ?? './requests.ts');
