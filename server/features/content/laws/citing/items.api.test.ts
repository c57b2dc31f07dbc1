import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#contract/time.ts';
import { createBankQuestion } from '#server/testing/bank.ts';
import { createPerson, type Person } from '#server/testing/factories.ts';
import { createTestLaw } from '#server/testing/laws.ts';
import { createCourse } from '#server/testing/study.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { searchUnreadItems } from './items.service.ts';
import type { ItemKind } from './items.store.ts';

const test = useTestApp();
let teacher: Person;
let student: Person;
beforeAll(async () => {
  const now = test.clock.now();
  teacher = await createPerson(test.deps.db, { role: 'teacher', now });
  student = await createPerson(test.deps.db, { role: 'student', now });
  await createTestLaw(test, teacher, { urn: 'urn:lex:br:federal:constituicao:1988-10-05;1988' });
});
beforeEach(() => test.clock.advance(MINUTE_MS));

const citationsOf = async (kind: ItemKind) =>
  (
    await test.deps.db
      .selectFrom('law_items')
      .innerJoin('law_item_citations as citation', 'citation.item_id', 'law_items.id')
      .select(['citation.lex_id', 'citation.quote'])
      .where('law_items.kind', '=', kind)
      .orderBy('law_items.id')
      .orderBy('citation.number')
      .execute()
  ).map(({ lex_id }) => lex_id);

describe('the search for citations', () => {
  it('finds those of statement, comments and options of a question, and of a range every device', async () => {
    await createBankQuestion(test, teacher, {
      questionText: 'Conforme o art. 5º, I, da CF, assinale. Sem sinal <p> de HTML.',
      comment: 'Veja os arts. 6º a 8º da CF.',
      optionText: (place) => `O do art. ${place + 8} da CF.`,
      options: 2,
    });
    await searchUnreadItems(test.deps);
    expect(await citationsOf('question')).toEqual(['art5_cpt_inc1', 'art9', 'art10', 'art6', 'art7', 'art8']);
    expect(await searchUnreadItems(test.deps)).toEqual({ searched: 0 });
  });

  it('finds those of cards and notes, replaces them with the text, and loses them with the row', async () => {
    const { db } = test.deps;
    const now = test.clock.now();
    const { id } = await db
      .insertInto('cards')
      .values({
        user_id: student.id,
        kind: 'basic',
        front: 'O que diz o art. 11 da CF?',
        back: 'Ver art. 12 da CF.',
        search_key: '',
        creation_key: randomUUID(),
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('annotations')
      .values({
        user_id: student.id,
        lesson_title: 'Aula',
        note: 'Decorar o art. 13 da CF',
        position: 0,
        prefix: '',
        quote: 'o art. 14 da CF',
        search_key: '',
        suffix: '',
        creation_key: randomUUID(),
        created_at: now,
        updated_at: now,
      })
      .execute();
    await searchUnreadItems(test.deps);
    expect([await citationsOf('card'), await citationsOf('note')]).toEqual([
      ['art11', 'art12'],
      ['art14', 'art13'],
    ]);
    await db.updateTable('cards').set({ front: 'Sem lei', back: 'art. 15 da CF', revision: 2 }).execute();
    await searchUnreadItems(test.deps);
    expect(await citationsOf('card')).toEqual(['art15']);
    await db.deleteFrom('cards').where('id', '=', id).execute();
    expect(await citationsOf('card')).toEqual([]);
  });

  it('finds those of base texts, comments below questions and cards of sets', async () => {
    const { db } = test.deps;
    const now = test.clock.now();
    const response = await test.request({
      method: 'POST',
      url: '/api/teacher/base-texts',
      payload: {
        title: 'Texto I',
        format: 'plain',
        text: 'O art. 16 da CF, no texto-base.',
        creationKey: randomUUID(),
      },
      as: teacher,
    });
    expect(response.statusCode, response.body).toBeLessThan(300);
    const question = await createBankQuestion(test, teacher);
    await db
      .insertInto('question_comments')
      .values({
        question_id: question.id,
        user_id: student.id,
        body: 'É o art. 17 da CF',
        alias: 'Ana',
        state: 'shown',
        written_on: now,
        created_at: now,
        creation_key: randomUUID(),
      })
      .execute();
    const courseId = await createCourse(db);
    const set = await db
      .insertInto('card_sets')
      .values({ course_id: courseId, title: 'Série', creation_key: randomUUID(), created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('card_set_cards')
      .values({ set_id: set.id, kind: 'basic', front: 'art. 18 da CF', position: 0 })
      .execute();
    await searchUnreadItems(test.deps);
    expect([await citationsOf('base_text'), await citationsOf('comment'), await citationsOf('set_card')]).toEqual([
      ['art16'],
      ['art17'],
      ['art18'],
    ]);
  });
});
