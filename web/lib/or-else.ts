/**
 * For features that a browser may lack or forbid (indexedDB): a missing one throws at once, a forbidden one rejects
 * later.
 */
export async function orElse<T>(use: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await use();
  } catch {
    return otherwise;
  }
}
