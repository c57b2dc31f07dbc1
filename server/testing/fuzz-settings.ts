/** For a longer run by hand: FUZZ_SEED=7 FUZZ_RUNS=500 npx vitest run --project api server/http/fuzz. */
export const fuzzSeed = Number(process.env.FUZZ_SEED ?? 20_261_115);
export const fuzzRuns = Number(process.env.FUZZ_RUNS ?? 16);
