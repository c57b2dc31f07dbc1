import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { getCaptions } from '#contract/content/captions.ts';
import { keepPlayback, listRecordings, type Recording } from '#contract/content/recordings.ts';
import { PreparedRichText, prepareText } from '#web/editor/rich-text.tsx';
import { queryClient } from '#web/lib/query-client.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { renderInApp } from '#web/testing/render-in-app.tsx';
import { readPassages } from '../passages.ts';
import { spokenSentences } from '../spoken-sentences.ts';
import LessonPlayers from './lesson-players.tsx';

const video = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
const recording: Recording = {
  ...{ id: 3, title: 'Crase', kind: 'video', bytes: 10, durationSeconds: 60, state: 'ready', posterUrl: '/p' },
  hasCaptions: false,
  sources: [
    { url: '/480', mimeType: 'video/mp4', height: 480 },
    { url: '/720', mimeType: 'video/mp4', height: 720 },
    { url: '/original', mimeType: 'video/webm', height: null },
  ],
  createdAt: '2026-11-15T12:00:00.000Z',
};

function Reader({ html }: { html: string }) {
  const body = useRef<HTMLDivElement>(null);
  const text = useRef(prepareText(html)).current;
  return (
    <>
      <div ref={body} data-testid="body">
        <PreparedRichText text={text} />
      </div>
      <LessonPlayers lessonId={7} text={text} body={body} />
    </>
  );
}

function read(html: string, positions: { video: string; seconds: number }[] = []) {
  queryClient.clear();
  const server = fakeServer();
  server.on(listRecordings, answers.json({ recordings: [recording], positions }));
  server.on(keepPlayback, answers.json({ ok: true }));
  return { server, ...renderInApp(<Reader html={html} />) };
}

it('no other origin is contacted until the video is pressed; then it plays in place from its position', async () => {
  read(
    '<p>Antes</p><a class="video" href="https://youtu.be/dQw4w9WgXcQ">Crase em 5 minutos</a><a class="video" href="https://evil.example/">Outro</a>',
    [{ video, seconds: 41.6 }],
  );
  const link = screen.getByRole('link', { name: 'Crase em 5 minutos' });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(document.body.querySelector('iframe, img, video')).toBeNull();
  expect(screen.getByText('Outro').className).toBe('');
  fireEvent.click(link, { ctrlKey: true });
  expect(document.body.querySelector('iframe')).toBeNull();
  fireEvent.click(link);
  const frame = screen.getByTitle('Crase em 5 minutos');
  expect(frame.getAttribute('src')).toBe('/embed?v=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3DdQw4w9WgXcQ&t=41');
  expect(frame.previousElementSibling).toBe(link);
  // The words of the lesson stay unchanged: highlights are anchored to them.
  expect(screen.getByTestId('body').textContent).toBe('AntesCrase em 5 minutosOutro');
});

it('recordings of the school play, the small file on a phone, and their position is saved', async () => {
  const { server } = read(
    '<a class="video" href="/api/recordings/3">Crase</a><a class="video" href="/api/recordings/4">Sumiu</a>',
    [{ video: '/api/recordings/3', seconds: 20 }],
  );
  const player = (await screen.findByLabelText('Crase')) as HTMLVideoElement;
  expect([...player.querySelectorAll('source')].map(({ src, media }) => [new URL(src).pathname, media])).toEqual([
    ['/480', '(max-width: 640px)'],
    ['/720', ''],
    ['/original', ''],
  ]);
  Object.defineProperty(player, 'duration', { value: 60 });
  fireEvent.loadedMetadata(player);
  expect(player.currentTime).toBe(20);
  player.currentTime = 33;
  fireEvent.pause(player);
  await waitFor(() =>
    expect(server.calls.filter(({ path }) => path === '/api/articles/7/playback').map(({ body }) => body)).toEqual([
      { video: '/api/recordings/3', seconds: 33 },
    ]),
  );
  expect(document.body.querySelectorAll('video')).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Sumiu' }).dataset).toHaveProperty('missing');
  expect(screen.getByTestId('body').textContent).toBe('CraseSumiu');
});

/** A lesson with a recording that has two cues, in a browser that plays nothing. */
function readCaptioned(positions: { video: string; seconds: number }[] = []) {
  const added: { text: string }[] = [];
  const track = Object.assign(new EventTarget(), { mode: 'disabled', cues: added, removeCue: () => undefined });
  vi.stubGlobal('VTTCue', function VTTCue(_start: number, _end: number, text: string) {
    return { text };
  });
  const addTextTrack = vi.fn(() => Object.assign(track, { addCue: (cue: { text: string }) => added.push(cue) }));
  const play = vi.fn(async () => undefined);
  const scrollIntoView = vi.fn();
  Object.assign(HTMLMediaElement.prototype, { addTextTrack, play });
  Object.assign(Element.prototype, { scrollIntoView });
  Object.defineProperty(HTMLMediaElement.prototype, 'textTracks', { value: new EventTarget(), configurable: true });
  queryClient.clear();
  const server = fakeServer();
  const captioned = { ...recording, hasCaptions: true };
  server.on(listRecordings, answers.json({ recordings: [captioned], positions }));
  server.on(keepPlayback, answers.json({ ok: true }));
  const cues = [
    { start: 1000, end: 2000, text: 'Hoje é o verbo <haver>.' },
    { start: 62_000, end: 63_000, text: 'Ele não tem sujeito.' },
  ];
  server.on(getCaptions, answers.json({ cues, revision: 1 }));
  const { user } = renderInApp(<Reader html='<p>Antes.</p><a class="video" href="/api/recordings/3">Crase</a>' />);
  return { user, added, track, play, scrollIntoView };
}
const line = () => screen.getByRole('button', { name: /Ele não tem sujeito/ });

it('a search hit in a recording opens the transcript at its line and the player at its second, without playing', async () => {
  history.replaceState(null, '', '#fala=sujeito');
  onTestFinished(() => history.replaceState(null, '', location.pathname));
  const { play, scrollIntoView } = readCaptioned([{ video: '/api/recordings/3', seconds: 20 }]);
  await waitFor(() => expect(line().getAttribute('aria-current')).toBe('true'));
  expect(screen.getByText('Transcrição').closest('details')?.open).toBe(true);
  const player = document.querySelector('video') as HTMLVideoElement;
  expect(player.currentTime).toBe(62);
  // The file comes later: the second of the hit holds, not where the student stopped.
  Object.defineProperty(player, 'duration', { value: 90 });
  player.currentTime = 0;
  fireEvent.loadedMetadata(player);
  expect(player.currentTime).toBe(62);
  expect(scrollIntoView).toHaveBeenCalled();
  expect(play).not.toHaveBeenCalled();
});

it('a hit in the text of the lesson moves no recording', async () => {
  history.replaceState(null, '', '#fala=antes');
  onTestFinished(() => history.replaceState(null, '', location.pathname));
  readCaptioned();
  const summary = await screen.findByText('Transcrição');
  expect(summary.closest('details')?.open).toBe(false);
  expect(document.querySelector('video')?.currentTime).toBe(0);
});

it('a recording with captions has a track and a transcript, a press jumps there, and the lesson keeps its words', async () => {
  const { user, added, track, play } = readCaptioned();
  await user.click(await screen.findByText('Transcrição'));
  expect(added.map(({ text }) => text)).toEqual(['Hoje é o verbo &lt;haver&gt;.', 'Ele não tem sujeito.']);
  await waitFor(() => expect(track.mode).toBe('showing'));
  await user.click(screen.getByRole('button', { name: 'Legendas no vídeo' }));
  expect(track.mode).toBe('hidden');
  expect(localStorage.getItem('captions')).toBe('off');
  await user.click(line());
  const video = document.querySelector('video');
  expect(video?.currentTime).toBe(62);
  expect(play).toHaveBeenCalled();
  fireEvent.timeUpdate(video as HTMLVideoElement);
  expect(line().getAttribute('aria-current')).toBe('true');
  expect(readPassages(screen.getByTestId('body')).text).toBe('Antes.Crase');
  expect(spokenSentences(screen.getByTestId('body')).map(({ text }) => text)).toEqual(['Antes.', 'Crase']);
});
