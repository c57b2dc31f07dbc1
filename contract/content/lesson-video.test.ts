import { describe, expect, it } from 'vitest';
import { storedVideo, videoOf } from './lesson-video.ts';

const youtube = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

describe('a video', () => {
  it.each([
    [youtube, youtube],
    ['https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=42s', youtube],
    ['https://youtu.be/dQw4w9WgXcQ?si=abc', youtube],
    ['http://youtube.com/shorts/dQw4w9WgXcQ', youtube],
    ['https://www.youtube.com/live/dQw4w9WgXcQ?feature=share', youtube],
    ['//www.youtube-nocookie.com/embed/dQw4w9WgXcQ', youtube],
    ['https://vimeo.com/123456789', 'https://vimeo.com/123456789'],
    ['https://vimeo.com/channels/aulas/123456789#t=1m', 'https://vimeo.com/123456789'],
    ['https://vimeo.com/123456789/0a1b2c3d4e?share=copy', 'https://vimeo.com/123456789/0a1b2c3d4e'],
    ['https://player.vimeo.com/video/123456789?h=0a1b2c3d4e&badge=0', 'https://vimeo.com/123456789/0a1b2c3d4e'],
    ['/api/recordings/12', '/api/recordings/12'],
  ])('%s is stored as %s', (address, stored) => {
    expect(storedVideo(address)).toBe(stored);
    expect(storedVideo(stored)).toBe(stored);
  });

  it.each([
    'https://www.youtube.com/@canal',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://evil.example/https://youtu.be/dQw4w9WgXcQ',
    'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
    'https://vimeo.com/aulas',
    '/api/recordings/0',
    '/api/recordings/12/../../admin',
    `https://www.youtube.com/watch?${'a&'.repeat(400)}v=dQw4w9WgXcQ`,
    '',
  ])('is not accepted: %s', (address) => {
    expect(videoOf(address)).toBeNull();
  });
});
