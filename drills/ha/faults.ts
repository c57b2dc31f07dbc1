import { type Cable, cut, freezeNode, killNode, mend, thawNode } from './network.ts';
import type { Nodes } from './nodes.ts';

/** What happens to the node that is primary, and how it is brought back afterwards. */
export type Fault = {
  name: string;
  /** Another node has to take over. */
  moves: boolean;
  strike(node: number): Promise<void>;
  heal(node: number): Promise<void>;
};

const cables: Record<string, Cable[]> = { all: ['nodes', 'clients'], nodes: ['nodes'] };

export function faultsOf(nodes: Nodes): Record<'machine' | 'postgres' | 'frozen' | 'away' | 'apart', Fault> {
  return {
    machine: { name: 'machine killed', moves: true, strike: killNode, heal: nodes.start },
    postgres: {
      name: 'PostgreSQL killed',
      moves: false,
      strike: async (node) => void process.kill(await nodes.postmaster(node), 'SIGKILL'),
      // Patroni on the same node starts it again.
      heal: async () => undefined,
    },
    frozen: { name: 'machine stopped, later goes on', moves: true, strike: freezeNode, heal: thawNode },
    away: {
      name: 'cut off from everybody',
      moves: true,
      strike: (node) => cut(node, cables.all ?? []),
      heal: (node) => mend(node, cables.all ?? []),
    },
    apart: {
      name: 'cut off from the other nodes',
      moves: true,
      strike: (node) => cut(node, cables.nodes ?? []),
      heal: (node) => mend(node, cables.nodes ?? []),
    },
  };
}
