/** Built at its first use and then kept: a screen that does not need it does not wait for it. */
export function once<T extends object>(build: () => T): () => T {
  let built: T | undefined;
  return () => {
    built ??= build();
    return built;
  };
}
