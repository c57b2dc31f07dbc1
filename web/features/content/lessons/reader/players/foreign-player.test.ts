// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { readPlayerMessage } from './foreign-player.ts';

describe('a message of a player', () => {
  it.each([
    [
      'youtube',
      { event: 'infoDelivery', info: { currentTime: 12.5, playerState: 1 } },
      { seconds: 12.5, isPlaying: true },
    ],
    [
      'youtube',
      { event: 'infoDelivery', info: { currentTime: 12.5, playerState: 2 } },
      { seconds: 12.5, isPlaying: false },
    ],
    ['youtube', { event: 'infoDelivery', info: { currentTime: 13 } }, { seconds: 13, isPlaying: true }],
    ['youtube', { event: 'onReady' }, undefined],
    ['vimeo', { event: 'timeupdate', data: { seconds: 3.2, duration: 60 } }, { seconds: 3.2, isPlaying: true }],
    ['vimeo', { event: 'pause', data: { seconds: 3.2 } }, undefined],
    ['vimeo', { event: 'timeupdate', data: { seconds: 'x' } }, undefined],
    ['youtube', { info: { currentTime: -1 } }, undefined],
    ['youtube', null, undefined],
  ] as const)('%s: %o', (provider, message, heard) => {
    expect(readPlayerMessage(provider, JSON.stringify(message))).toEqual(heard);
    expect(readPlayerMessage(provider, message)).toEqual(heard);
  });

  it('is undefined if it cannot be parsed', () => {
    for (const data of ['', 'x{', undefined, 7]) expect(readPlayerMessage('youtube', data)).toBeUndefined();
  });
});
