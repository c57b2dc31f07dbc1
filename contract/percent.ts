/** A share in percent with one decimal, rounded the same wherever it is shown: 2 of 3 is 66.7. Nothing of nothing is 0. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part * 1000) / whole) / 10;
