/** A trusted push service: a host, with `*.` before it for all subdomains and `:port` after it when it is not 443. */
export const SERVICE_PATTERN = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;

/** The server calls an address that a browser sent: only https, and only at a service on the list. */
export function endpointAt(services: readonly string[], endpoint: string): URL | null {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  const isListed = services.some((service) =>
    service.startsWith('*.') ? url.host.endsWith(service.slice(1)) : url.host === service,
  );
  return isListed ? url : null;
}
