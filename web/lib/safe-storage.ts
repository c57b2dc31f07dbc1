/**
 * localStorage and sessionStorage, where every call may throw: switched off, private, full. A value that cannot be
 * stored is dropped, and the page goes on.
 */
function safe(area: () => Storage) {
  const attempt = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      return use(area());
    } catch {
      return otherwise;
    }
  };
  return {
    read: (key: string): string | null => attempt((storage) => storage.getItem(key), null),
    /** Whether the value is stored. */
    write: (key: string, value: string): boolean =>
      attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false),
    remove: (key: string): void => attempt((storage) => storage.removeItem(key), undefined),
    keys: (): string[] => attempt((storage) => Object.keys(storage), []),
  };
}

export const localStore = safe(() => localStorage);
export const sessionStore = safe(() => sessionStorage);
