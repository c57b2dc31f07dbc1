import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { CARD_PICTURES_MAX } from '#contract/study/card-limits.ts';
import { DAY_MS } from '#contract/time.ts';
import { insertNumberedPictures, makeTestCard, uploadTestPicture } from '#server/testing/cards.ts';
import { createPerson } from '#server/testing/factories.ts';
import { multipartForm } from '#server/testing/forms.ts';
import { useTestApp } from '#server/testing/test-app.ts';
import { deleteUnusedPictures } from './pictures.service.ts';
import { lockOwnPicture } from './pictures.store.ts';

const test = useTestApp({ RATE_LIMIT: 'off' });

it('a picture without a card is deleted after a day, and its file is released; a used one stays', async () => {
  const owner = await createPerson(test.deps.db, { role: 'student', now: test.clock.now() });
  const [used, unused] = [
    await uploadTestPicture(test, owner, 'green'),
    await uploadTestPicture(test, owner, 'yellow'),
  ];
  await makeTestCard(test, owner, { pictureId: used.id });
  const files = await test.deps.db
    .selectFrom('card_pictures')
    .select(['id', 'file_key as key'])
    .where('user_id', '=', owner.id)
    .execute();
  const keyOf = (id: number) => files.find((file) => file.id === id)?.key;
  await deleteUnusedPictures(test.deps, new Date(test.clock.now().getTime() + DAY_MS), 1000);
  const released = async () =>
    (await test.deps.db.selectFrom('unclaimed_files').select('key').execute()).map(({ key }) => key);
  expect(await released()).toContain(keyOf(unused.id));
  expect(await released()).not.toContain(keyOf(used.id));
  // Erasing the owner deletes the card and releases its file as well.
  await test.deps.db.deleteFrom('users').where('id', '=', owner.id).execute();
  expect(await released()).toContain(keyOf(used.id));
});

it('the same picture sent twice is stored once', async () => {
  const owner = await createPerson(test.deps.db, { role: 'student', now: test.clock.now() });
  expect((await uploadTestPicture(test, owner, 'black')).id).toBe((await uploadTestPicture(test, owner, 'black')).id);
});

it('a picture that a card being stored names is not deleted meanwhile', async () => {
  const owner = await createPerson(test.deps.db, { role: 'student', now: test.clock.now() });
  const { id } = await uploadTestPicture(test, owner, 'white');
  const { id: cardId } = await makeTestCard(test, owner);
  const later = new Date(test.clock.now().getTime() + DAY_MS);
  let deleting: Promise<number> | undefined;
  await test.deps.db.transaction().execute(async (tx) => {
    await lockOwnPicture(tx, owner.id, id);
    await tx.updateTable('cards').set({ picture_id: id }).where('id', '=', cardId).execute();
    deleting = deleteUnusedPictures(test.deps, later, 1000);
    // Time for the deletion to find the picture unused.
    await sql`SELECT pg_sleep(0.3)`.execute(tx);
  });
  await deleting;
  const card = await test.deps.db
    .selectFrom('cards')
    .select('picture_id')
    .where('id', '=', cardId)
    .executeTakeFirstOrThrow();
  expect(card.picture_id).toBe(id);
});

it(`pictures sent at once do not pass the ${CARD_PICTURES_MAX} of a student`, async () => {
  const owner = await createPerson(test.deps.db, { role: 'student', now: test.clock.now() });
  await insertNumberedPictures(test, owner, CARD_PICTURES_MAX - 1);
  const forms = await Promise.all(
    ['red', 'green', 'blue'].map(async (background) => {
      const png = await sharp({ create: { width: 8, height: 6, channels: 3, background } })
        .png()
        .toBuffer();
      return multipartForm({ file: ['a.png', new Uint8Array(png)] });
    }),
  );
  const replies = await Promise.all(
    forms.map((form) => test.request({ method: 'POST', url: '/api/cards/pictures', as: owner, ...form })),
  );
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409]);
});
