/** One of several servers. */
export type Host = {
  /** The address of this server alone, in node-pg's format. */
  address: string;
  /** "host:port", without anything secret. */
  name: string;
  /** What a socket connects to. */
  target: { host: string; port: number } | { path: string };
};

const SHAPE =
  /^(?<scheme>postgres(?:ql)?:\/\/)(?:(?<user>[^/?#]*)@)?(?<hosts>[^/?#@]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;
/** A name, an IPv4 address or a socket's directory (%2Frun%2Fpostgresql), or an IPv6 address in brackets; then a port. */
const HOST = /^(?<name>\[[0-9a-fA-F:.]+\]|(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2})+)(?::(?<port>\d{1,5}))?$/;
const TARGET = 'target_session_attrs';
const MOST_HOSTS = 9;
const DEFAULT_PORT = '5432';

const expected = 'an address such as postgres://user:password@host/database';

/** The problem of an address, for the operator and without any part of it; undefined: valid. */
export function faultOfAddress(url: string): string | undefined {
  const parts = SHAPE.exec(url)?.groups;
  if (!parts) return expected;
  const hosts = (parts.hosts ?? '').split(',');
  const target = new URLSearchParams(parts.query).getAll(TARGET);
  if (target.length > 1 || target.some((value) => value !== 'read-write' && value !== 'primary')) {
    return `${TARGET}=read-write (or none: of several hosts it is always the one that takes writes)`;
  }
  // A single host is left to node-pg, which accepts more forms (none at all, for example).
  if (hosts.length === 1 && target.length === 0) return undefined;
  if (hosts.length > MOST_HOSTS) return `at most ${MOST_HOSTS} hosts`;
  const names = hosts.map(nameOf);
  if (names.includes(undefined)) return 'hosts such as host1:5432,host2:5432, each with a name and a port up to 65535';
  if (new Set(names).size < names.length) return 'each host once';
  return undefined;
}

/**
 * The servers of an address with several hosts, of which one takes writes, or of an address with target_session_attrs,
 * whose server is asked whether it does; undefined: a plain address.
 */
export function hostsOf(url: string): Host[] | undefined {
  const parts = SHAPE.exec(url)?.groups;
  if (!parts || faultOfAddress(url)) return undefined;
  const hosts = (parts.hosts ?? '').split(',');
  const query = new URLSearchParams(parts.query);
  if (hosts.length === 1 && !query.has(TARGET)) return undefined;
  query.delete(TARGET);
  const before = `${parts.scheme}${parts.user === undefined ? '' : `${parts.user}@`}`;
  const after = `${parts.path ?? ''}${query.size > 0 ? `?${query}` : ''}`;
  return hosts.map((host) => ({
    address: `${before}${host}${after}`,
    name: nameOf(host) ?? host,
    target: targetOf(host),
  }));
}

function nameOf(host: string): string | undefined {
  const { name, port = DEFAULT_PORT } = HOST.exec(host)?.groups ?? {};
  return name === undefined || Number(port) < 1 || Number(port) > 65_535 ? undefined : `${name}:${Number(port)}`;
}

function targetOf(host: string): Host['target'] {
  const { name = host, port = DEFAULT_PORT } = HOST.exec(host)?.groups ?? {};
  const decoded = decodeURIComponent(name.replace(/^\[(.+)\]$/, '$1'));
  return decoded.startsWith('/')
    ? { path: `${decoded}/.s.PGSQL.${Number(port)}` }
    : { host: decoded, port: Number(port) };
}
