/** Equal for two spellings of the same name: without case and surrounding spaces, in one Unicode form (NFKC). */
export const identityKey = (value: string) => value.trim().normalize('NFKC').toLowerCase();

/** For searching: identityKey, also without accents and with single spaces. */
export const searchKey = (value: string) =>
  identityKey(value).normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ');

/** A LIKE pattern that matches the text anywhere, with LIKE's special characters escaped. */
export const likePattern = (value: string) => `%${searchKey(value).replace(/[\\%_]/g, '\\$&')}%`;
