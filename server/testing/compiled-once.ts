const compiled = new Map<string, object>();

const remembering = new Proxy(Function, {
  construct(target, texts: string[]) {
    const key = JSON.stringify(texts);
    const made = compiled.get(key) ?? (Reflect.construct(target, texts) as object);
    compiled.set(key, made);
    return made;
  },
});

/**
 * Fastify's router compiles a small function for each part of each path, which is half of what an app costs. The apps of
 * a worker have the same paths, so each text is compiled once. The functions have no state.
 */
export async function withCompiledOnce<T>(build: () => Promise<T>): Promise<T> {
  const original = globalThis.Function;
  globalThis.Function = remembering;
  try {
    return await build();
  } finally {
    globalThis.Function = original;
  }
}
