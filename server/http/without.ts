/** A value without the fields that only the server needs, so that it matches the contract. */
export function without<T extends object, K extends keyof T>(value: T, ...names: readonly K[]): Omit<T, K> {
  const rest = { ...value };
  for (const name of names) delete rest[name];
  return rest;
}
