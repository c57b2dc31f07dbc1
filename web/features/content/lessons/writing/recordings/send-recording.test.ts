// @vitest-environment jsdom
import { expect, it } from 'vitest';
import {
  beginRecordingUpload,
  getRecordingUpload,
  listRecordingUploads,
  sendRecordingPiece,
} from '#contract/content/recordings.ts';
import { answers, fakeServer } from '#web/testing/fake-server.ts';
import { sendRecording } from './send-recording.ts';

const MB = 1024 * 1024;
const file = new File([new Uint8Array(11 * MB)], 'Crase_facultativa.mp4');
const upload = {
  id: '0199a1b2-0000-7000-8000-000000000000',
  title: 'Crase facultativa',
  bytes: file.size,
  received: 0,
  expiresAt: '2026-11-17T12:00:00.000Z',
};
const pieces = '/api/recording-uploads/0199a1b2-0000-7000-8000-000000000000';
const options = () => ({
  onProgress: () => undefined,
  signal: new AbortController().signal,
  pause: async () => undefined,
});

it('a recording is sent in chunks', async () => {
  const server = fakeServer();
  server.on(listRecordingUploads, answers.json([]));
  server.on(beginRecordingUpload, answers.json(upload, 201));
  server.on(sendRecordingPiece, { status: 204, text: '' });
  await sendRecording(7, file, options());
  expect(server.calls.filter(({ path }) => path === pieces)).toHaveLength(3);
});

it('an upload continues where it stopped, also after the connection is cut', async () => {
  const server = fakeServer();
  server.on(listRecordingUploads, answers.json([{ ...upload, received: 5 * MB }]));
  let tries = 0;
  server.on(sendRecordingPiece, () => {
    tries += 1;
    return tries <= 5 ? answers.offline : { status: 204, text: '' };
  });
  server.on(getRecordingUpload, answers.json({ ...upload, received: 5 * MB }));
  await sendRecording(7, file, options());
  // Five cuts, then the two pieces that were missing.
  expect(tries).toBe(7);
});

it('an upload is finished when only the last answer was lost', async () => {
  const server = fakeServer();
  server.on(listRecordingUploads, answers.json([{ ...upload, received: 10 * MB }]));
  server.on(sendRecordingPiece, answers.offline);
  server.on(getRecordingUpload, answers.error(404, 'not_found', 'Não há.'));
  await sendRecording(7, file, options());
});

it('an upload stops at once when it is refused', async () => {
  const server = fakeServer();
  server.on(listRecordingUploads, answers.json([upload]));
  server.on(sendRecordingPiece, answers.error(415, 'unsupported_type', 'Não é um vídeo.'));
  await expect(sendRecording(7, file, options())).rejects.toMatchObject({ text: 'Não é um vídeo.' });
});
