import { expect, test } from 'vitest';
import { takenBy } from './network.ts';

test('a second run learns in one line that another is under way, and how to clean up after a killed one', () => {
  const bridges =
    '4: docker0: <BROADCAST> mtu 1500 qdisc noqueue\n7: alvha: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc noqueue\n';
  expect(takenBy(bridges)).toMatch(
    /^another run is on its way: the bridge alvha is there .*ip link del alvha; ip netns.*$/,
  );
});

test('bridges of others take nothing', () => {
  expect(takenBy('')).toBeUndefined();
  expect(takenBy('4: docker0: <BROADCAST> mtu 1500 qdisc noqueue\n')).toBeUndefined();
});
