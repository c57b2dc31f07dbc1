/** One of so many visits is measured. Apart from the call, which is loaded by those visits alone. */
export const VISIT_SAMPLE = 10;
