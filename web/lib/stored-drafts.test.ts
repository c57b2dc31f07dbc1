// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasUnsent, localKey } from './local-data.ts';
import { findDrafts, removeStoredDraft, storeDraft } from './stored-drafts.ts';

const name = localKey('u1', 'unsent:quiz:7');
const draft = (title: string, savedAt = '2026-11-15T12:00:00.000Z') => ({ value: { title }, revision: 3, savedAt });

const isAsked = () => {
  const event = new Event('beforeunload', { cancelable: true });
  dispatchEvent(event);
  return event.defaultPrevented;
};

let limited: { mockRestore: () => void } | undefined;

/** A browser with room for texts up to this long. */
const roomFor = (length: number) => {
  const write = Storage.prototype.setItem;
  limited = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, text) {
    if (text.length > length) throw new DOMException('full', 'QuotaExceededError');
    write.call(this, key, text);
  });
};

describe('stored drafts', () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    limited?.mockRestore();
    for (const { key } of findDrafts(name)) removeStoredDraft(key);
  });

  it('are found by name, the newest first, without drafts of other names', () => {
    storeDraft(`${name}:a`, draft('antes'));
    storeDraft(`${name}:b`, draft('depois', '2026-11-15T13:00:00.000Z'));
    storeDraft(`${name}1:c`, draft('de outro simulado'));
    expect(findDrafts(name).map((found) => found.draft.value)).toEqual([{ title: 'depois' }, { title: 'antes' }]);
    removeStoredDraft(`${name}:b`);
    expect(findDrafts(name)).toHaveLength(1);
  });

  it('do not ask when the page is left', () => {
    expect(storeDraft(`${name}:a`, draft('x'))).toBe(true);
    expect(isAsked()).toBe(false);
  });

  it.each(['', '{broken', 'null', '7', '{}', '{"value":null,"savedAt":"x"}'])('are ignored for text %j', (text) => {
    localStorage.setItem(`${name}:a`, text);
    expect(findDrafts(name)).toEqual([]);
  });

  it('lose their base before they lose the text', () => {
    roomFor(200);
    expect(storeDraft(`${name}:a`, { ...draft('curto'), base: { title: 'x'.repeat(300) } })).toBe(true);
    expect(findDrafts(name)[0]?.draft).toEqual(draft('curto'));
    expect(isAsked()).toBe(false);
  });

  it('stay in the page when storage is full, and leaving asks until they are gone', async () => {
    roomFor(10);
    expect(storeDraft(`${name}:a`, draft('longo demais'))).toBe(false);
    expect(findDrafts(name)).toHaveLength(1);
    expect(await hasUnsent('u1')).toBe(true);
    expect(isAsked()).toBe(true);
    removeStoredDraft(`${name}:a`);
    expect(findDrafts(name)).toEqual([]);
    expect(isAsked()).toBe(false);
  });

  it('cause no error when storage is forbidden', () => {
    limited = vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    expect(storeDraft(`${name}:a`, draft('x'))).toBe(false);
    expect(findDrafts(name)).toHaveLength(1);
    removeStoredDraft(`${name}:a`);
    expect(findDrafts(name)).toEqual([]);
  });
});
