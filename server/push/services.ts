/** One of the push services a school trusts: a host, `*.` before it for all below, `:port` after it where it is not 443. */
export const SERVICE_PATTERN = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;

/** What comes from a browser is an address to be called from here: only https, and only at a service that is on the list. */
export function endpointAt(services: readonly string[], endpoint: string): URL | null {
  const url = URL.parse(endpoint);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
  const isListed = services.some((service) =>
    service.startsWith('*.') ? url.host.endsWith(service.slice(1)) : url.host === service,
  );
  return isListed ? url : null;
}
