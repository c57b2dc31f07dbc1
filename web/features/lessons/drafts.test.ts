// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { editDraftKey, listNewDrafts, newDraftKey, readDraft, removeDraft, saveDraft } from './drafts.ts';
import { countWords, emptyForm, hasText, isComplete, isSame, missingFields } from './lesson-form.ts';

const form = { ...emptyForm, title: 'Crase' };

describe('drafts', () => {
  beforeEach(() => localStorage.clear());

  it('are kept per user and per lesson, the newest first', () => {
    const [one, two] = [newDraftKey('u1'), newDraftKey('u1')];
    saveDraft({ key: one, form, savedAt: '2026-11-15T10:00:00.000Z' });
    saveDraft({ key: two, form: { ...form, title: 'Vírgula' }, savedAt: '2026-11-15T11:00:00.000Z' });
    saveDraft({ key: editDraftKey('u1', 7), form, lesson: { id: 7, version: 3 }, savedAt: '2026-11-15T11:00:00.000Z' });
    expect(listNewDrafts('u1').map((draft) => draft.form.title)).toEqual(['Vírgula', 'Crase']);
    expect(listNewDrafts('u2')).toEqual([]);
    expect(readDraft(editDraftKey('u1', 7))).toMatchObject({ lesson: { id: 7, version: 3 } });
    removeDraft(two);
    expect(listNewDrafts('u1')).toHaveLength(1);
  });

  it('are named so that logging out asks before they go', () => {
    expect(newDraftKey('u1')).toMatch(/^alvorada:u1:unsent:/);
  });

  it('bear what somebody else wrote in their place, and a browser without room', () => {
    const key = newDraftKey('u1');
    localStorage.setItem(key, '{broken');
    expect(readDraft(key)).toBeNull();
    localStorage.setItem(key, '{}');
    expect(readDraft(key)).toBeNull();
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(saveDraft({ key, form, savedAt: '' })).toBe(false);
    full.mockRestore();
  });
});

describe('the form', () => {
  it('knows what is missing', () => {
    expect(missingFields(emptyForm)).toEqual({ title: true, content: true, subject: true });
    expect(isComplete({ title: 'a', content: '<p>b</p>', subjectId: 1, newSubject: null })).toBe(true);
    expect(isComplete({ title: 'a', content: '<p>b</p>', subjectId: null, newSubject: 'Física' })).toBe(true);
    expect(isComplete({ title: ' ', content: '<p>b</p>', subjectId: 1, newSubject: null })).toBe(false);
    // While a new name is being typed the old choice does not count.
    expect(isComplete({ title: 'a', content: '<p>b</p>', subjectId: 1, newSubject: ' ' })).toBe(false);
  });

  it('knows what is worth keeping', () => {
    expect(hasText(emptyForm)).toBe(false);
    expect(hasText({ ...emptyForm, subjectId: 3 })).toBe(false);
    expect(hasText({ ...emptyForm, newSubject: 'F' })).toBe(true);
    expect(isSame(form, { ...form, newSubject: '' })).toBe(true);
    expect(isSame(form, { ...form, content: 'x' })).toBe(false);
  });

  it('counts words', () => {
    expect(countWords('<p>O verbo <b>con</b>corda.</p><p>a&nbsp;b</p>')).toBe(6);
  });
});
