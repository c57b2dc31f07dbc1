/** For what a browser may lack or forbid (indexedDB): one that lacks it throws at once, one that forbids it fails later. */
export async function orElse<T>(use: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await use();
  } catch {
    return otherwise;
  }
}
