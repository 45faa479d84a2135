/** The distinct outlets among hosts, in the given order. A subdomain of another host belongs to the same outlet. */
export function outletsOf(domains: readonly string[]): string[] {
  const all = new Set(domains);
  return [...all].filter((domain) => !above(domain).some((parent) => all.has(parent)));
}

/** `a.b.c` → `b.c`, `c`. */
function above(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(1).map((_, n) => labels.slice(n + 1).join('.'));
}
