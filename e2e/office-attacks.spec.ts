import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { createLesson, createSubject } from '#server/testing/lessons.ts';
import { expect, test } from './fixtures.ts';

/** Runs in any place where text is taken for markup: between tags, in an attribute, in a script. */
const hostile = `<img src=x onerror=window.__pwned=1>'"><svg onload=window.__pwned=1></script>{{7*7}}`;

test('hostile names, doubts, announcements and file names are mere text on the screens of the office', async ({
  page,
  createPerson,
  signIn,
  db,
  server,
}) => {
  const subject = await createSubject(db, 'Ataques');
  const student = await createPerson({ firstName: hostile.slice(0, 60) });
  const admin = await createPerson({ role: 'admin' });
  const lesson = await createLesson(db, { subjectId: subject.id, title: 'Crase', authorId: admin.id });
  const post = async (url: string, data: object) => {
    const answer = await page.request.post(url, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await signIn(student);
  await post(`/api/articles/${lesson.id}/doubts`, { body: hostile, creationKey: randomUUID() });

  await signIn(admin);
  await post('/api/admin/announcements', {
    title: hostile,
    text: `${hostile}\nhttps://exemplo.com.br/${hostile}`,
    audience: { kind: 'all' },
    creationKey: randomUUID(),
  });
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  const file = { name: `${hostile.replaceAll('/', '')}.png`, mimeType: 'image/png', buffer: png };
  const forms = {
    '/api/media': { file, name: file.name },
    [`/api/articles/${lesson.id}/attachments`]: { name: file.name, file },
  };
  for (const [url, multipart] of Object.entries(forms)) {
    const answer = await page.request.post(url, { multipart });
    expect(answer.ok(), await answer.text()).toBe(true);
  }

  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(server.url)) elsewhere.push(request.url());
  });
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  // The signs that no file name may hold are taken out of it when it is stored.
  const stored = 'img src=x onerror=window.__pwned=1';
  const screens: [path: string, shown: string][] = [
    ['/admin/announcements', hostile],
    ['/teacher/doubts', hostile],
    ['/admin/users', student.firstName],
    [`/admin/publish/${lesson.id}`, stored],
    [`/articles/${lesson.id}`, stored],
    ['/teacher/media', stored],
  ];
  for (const [path, shown] of screens) {
    await page.goto(path);
    const read = () =>
      page.locator('main').evaluate((root) => {
        const fields = [...root.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value);
        return [root.textContent, ...fields].join('\n');
      });
    await expect.poll(read, { message: path }).toContain(shown);
    await page.locator('main').evaluate((root) => {
      for (const element of root.querySelectorAll<HTMLElement>('*')) {
        element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
        element.focus();
      }
    });
    expect([path, await page.evaluate(() => '__pwned' in window)]).toEqual([path, false]);
    expect([path, await page.locator('img[src="x"], svg[onload], [onerror]').count()]).toEqual([path, 0]);
    expect(new URL(page.url()).pathname).toBe(path);
  }
  expect([elsewhere, dialogs]).toEqual([[], []]);
});
