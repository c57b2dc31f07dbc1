import { BlockList, isIP } from 'node:net';

/** Special-purpose ranges of IPv4 (RFC 6890 and its followers). */
const closedV4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Inside 2000::/3: Teredo and other protocols, examples, and 6to4, which carries any IPv4 address. */
const closedV6: readonly [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const closed = new BlockList();
for (const [network, prefix] of closedV4) closed.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of closedV6) closed.addSubnet(network, prefix, 'ipv6');

/** The only IPv6 range for public use; mapped and translated IPv4 addresses are outside of it. */
const openV6 = new BlockList();
openV6.addSubnet('2000::', 3, 'ipv6');

/** True for an address of the public internet, false for every address of a private network. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !closed.check(address, 'ipv4');
  return family === 6 && openV6.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}
