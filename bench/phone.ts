import type { CDPSession } from '@playwright/test';

export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, locale: 'pt-BR' };
const CPU_SLOWDOWN = 4;
/** Lighthouse's "slow 4G". */
export const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 750_000 / 8,
};

/** Makes a page as slow as on a phone four times slower than this machine, on slow 4G. */
export async function slowDownPage(cdp: CDPSession): Promise<void> {
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', NETWORK);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
}
