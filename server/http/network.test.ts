import { expect, it } from 'vitest';
import { networkOf } from './network.ts';

it.each([
  ['10.0.0.7', '10.0.0.7'],
  ['::ffff:10.0.0.7', '10.0.0.7'],
  ['2001:db8:7:1::1', '2001:db8:7:1'],
  ['2001:0DB8:0007:1:ffff:1:2:3', '2001:db8:7:1'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
