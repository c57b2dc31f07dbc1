import { isIPv6 } from 'node:net';

/** Whoever has one IPv6 address has a whole /64 of them: it counts as one. An IPv4 address counts for itself. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  return isIPv6(address) ? expand(address).slice(0, 4).join(':') : address;
}

/** The eight groups of an address whose zeros may be left out. */
function expand(address: string): string[] {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').split('::');
  const groups = (text: string) => text.split(':').filter(Boolean);
  const missing = Array.from({ length: 8 - groups(head).length - groups(tail).length }, () => '0');
  const all = address.includes('::') ? [...groups(head), ...missing, ...groups(tail)] : groups(head);
  return all.map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}
