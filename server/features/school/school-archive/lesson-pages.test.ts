import { expect, it } from 'vitest';
import { writeVtt } from '#contract/content/caption-files.ts';
import { lessonPage } from './lesson-pages.ts';

const cues = [{ start: 0, end: 1500, text: 'Bom dia <turma>' }];
const lesson = { id: 4, title: 'Crase', content: '<p>Texto</p>', subject: 'Português', attachments: [] };
const video = { id: 9, title: 'Aula gravada', kind: 'video', key: 'recordings/a/original' };
const pageOf = (recording: object) =>
  lessonPage({ ...lesson, recordings: [{ ...video, cues: null, ...recording }] }, new Map());

it.each(['video', 'audio'])('a captioned %s has its captions as a track, as a file and as a text', (kind) => {
  const page = pageOf({ kind, cues });
  const track = /<track default kind="captions" srclang="pt-BR"[^>]* src="data:text\/vtt;base64,([^"]+)">/.exec(page);
  expect(Buffer.from(track?.[1] ?? '', 'base64').toString()).toBe(writeVtt(cues));
  expect(page).toContain('<p>Bom dia &lt;turma&gt;</p>');
  expect(page).toContain('href="legendas-9.vtt"');
});

it('a recording without captions has no track', () => {
  expect(pageOf({})).toContain('<video controls src="../../arquivos/recordings/a/original"></video>');
  expect(pageOf({})).not.toMatch(/track|legendas/);
});
