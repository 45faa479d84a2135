/** The outlets among hosts: a host below another one of them is the same outlet. In the order given. */
export function outletsOf(domains: readonly string[]): string[] {
  const all = new Set(domains);
  return [...all].filter((domain) => !above(domain).some((parent) => all.has(parent)));
}

/** `a.b.c` → `b.c`, `c`. */
function above(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(1).map((_, n) => labels.slice(n + 1).join('.'));
}
