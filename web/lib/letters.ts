/** How an option is called by its place: A to F. */
export const letterOf = (place: number) => 'ABCDEF'[place] ?? String(place + 1);
