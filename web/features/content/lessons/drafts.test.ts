// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { createLesson } from '#contract/content/lessons.ts';
import { storeDraft } from '#web/lib/stored-drafts.ts';
import { findLessonDrafts } from './drafts.ts';
import {
  bodyOf,
  countWords,
  emptyForm,
  hasText,
  isSame,
  type LessonForm,
  lessonJoining,
  subjectFault,
} from './lesson-form.ts';

const form = { ...emptyForm, title: 'Crase' };
const prefix = 'alvorada:u1:unsent:lesson';

describe('drafts', () => {
  beforeEach(() => localStorage.clear());

  it('are found per user and per lesson, the newest first', () => {
    const at = (hour: number) => ({ revision: null, savedAt: `2026-11-15T${hour}:00:00.000Z` });
    storeDraft(`${prefix}:new:a`, { value: form, ...at(10) });
    storeDraft(`${prefix}:new:b`, { value: { ...form, title: 'Vírgula' }, ...at(11) });
    storeDraft(`${prefix}:new:c`, { value: emptyForm, ...at(12) });
    storeDraft(`${prefix}:7:a`, { value: form, ...at(11), revision: 3 });
    storeDraft(`${prefix}:77:a`, { value: form, ...at(11), revision: 1 });
    expect(findLessonDrafts('u1', null).map(({ draft }) => draft.value.title)).toEqual(['Vírgula', 'Crase']);
    expect(findLessonDrafts('u2', null)).toEqual([]);
    expect(findLessonDrafts('u1', 7)).toMatchObject([{ draft: { revision: 3 } }]);
  });

  it('in the old format are converted', () => {
    const savedAt = '2026-11-15T10:00:00.000Z';
    localStorage.setItem(`${prefix}:new:a`, JSON.stringify({ form, savedAt }));
    localStorage.setItem(`${prefix}:7`, JSON.stringify({ form, lesson: { id: 7, version: 3 }, savedAt }));
    expect(findLessonDrafts('u1', null)).toMatchObject([{ draft: { value: form, revision: null } }]);
    expect(findLessonDrafts('u1', 7)).toMatchObject([{ draft: { value: form, revision: 3, savedAt } }]);
  });

  it('are ignored if the stored text is invalid', () => {
    localStorage.setItem(`${prefix}:new:a`, '{broken');
    localStorage.setItem(`${prefix}:new:b`, '{}');
    expect(findLessonDrafts('u1', null)).toEqual([]);
  });
});

describe('the form', () => {
  it('lists the fields that are missing or wrong in a lesson', () => {
    const wrongIn = (form: LessonForm) => [
      ...(createLesson.body.safeParse(bodyOf(form)).error?.issues ?? []).map(({ path }) => path.join('.')),
      ...Object.keys(subjectFault(form)),
    ];
    expect(wrongIn(emptyForm)).toEqual(['title', 'content', 'subjectId']);
    expect(wrongIn({ title: 'a', content: '<p>b</p>', subjectId: 1, newSubject: null, topicId: null })).toEqual([]);
    expect(wrongIn({ title: 'a', content: '<p>b</p>', subjectId: null, newSubject: 'Física', topicId: null })).toEqual(
      [],
    );
    expect(wrongIn({ title: ' ', content: '<p>b</p>', subjectId: 1, newSubject: null, topicId: null })).toEqual([
      'title',
    ]);
    // While a new name is being typed the old choice does not count.
    expect(wrongIn({ title: 'a', content: '<p>b</p>', subjectId: 1, newSubject: ' ', topicId: null })).toEqual([
      'newSubject',
    ]);
  });

  it('knows what is worth keeping', () => {
    expect(hasText(emptyForm)).toBe(false);
    expect(hasText({ ...emptyForm, subjectId: 3 })).toBe(false);
    expect(hasText({ ...emptyForm, newSubject: 'F' })).toBe(true);
    expect(isSame(form, { ...form, newSubject: '' })).toBe(true);
    expect(isSame(form, { ...form, content: 'x' })).toBe(false);
  });

  it('joins two versions; a new subject and another chosen one are a clash', () => {
    const base = { title: 'Crase', content: '<p>a</p>', subjectId: 1, newSubject: null, topicId: null };
    const mine = { ...base, content: '<p>b</p>', newSubject: 'Gramática' };
    const theirs = { ...base, title: 'A crase', subjectId: 2 };
    expect(lessonJoining.merge(base, mine, theirs)).toEqual({
      value: { title: 'A crase', content: '<p>b</p>', subjectId: 1, newSubject: 'Gramática', topicId: null },
      clashes: ['subject'],
    });
    expect(lessonJoining.merge(base, mine, theirs, new Set(['subject'])).value).toMatchObject({
      subjectId: 2,
      newSubject: null,
    });
  });

  it('counts the words of its text', () => {
    expect(countWords('<p>O verbo <b>con</b>corda.</p><p>a&nbsp;b</p>')).toBe(6);
  });
});
