/** FUZZ_SEED=7 FUZZ_RUNS=500 npx vitest run --project api server/http/fuzz: a longer hunt by hand. */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? 20_261_115);
export const fuzzRuns = Number(process.env.FUZZ_RUNS ?? 16);
