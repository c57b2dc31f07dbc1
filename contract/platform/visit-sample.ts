/** One visit in this number is measured. A separate file: only measured visits load the call. */
export const VISIT_SAMPLE = 10;
