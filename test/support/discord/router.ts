import type { Call } from './call.ts';
import type { Realm } from './realm.ts';

/** What answers a request. The answer is JSON for 200, `undefined` for 204, a `Created` for 201. */
export interface Route {
  readonly method: string;
  /** `/channels/:channel/messages` */
  readonly template: string;
  /** Routes with a token in their path need no authorization. */
  readonly open: boolean;
  readonly answer: (realm: Realm, call: Call) => unknown;
}

export class Created {
  readonly body: unknown;

  constructor(body: unknown) {
    this.body = body;
  }
}

/** Declare a route: `route('GET /channels/:channel', answer)`. */
export function route(line: string, answer: Route['answer'], { open = false } = {}): Route {
  const [method = '', template = ''] = line.split(' ');
  return { method, template, open, answer };
}

/** Finds routes by method and path; words win over parts (`@me` before `:user`). */
export class Router {
  readonly #routes: { readonly route: Route; readonly steps: readonly string[] }[];

  constructor(routes: readonly Route[]) {
    const parts = (it: Route) => it.template.split(':').length;
    const sorted = [...routes].sort((one, other) => parts(one) - parts(other));
    this.#routes = sorted.map((it) => ({ route: it, steps: it.template.split('/') }));
  }

  find(method: string, path: string): { route: Route; params: Record<string, string> } | undefined {
    const walked = path.split('/').map((step) => decodeURIComponent(step));
    for (const { route, steps } of this.#routes) {
      if (route.method !== method || steps.length !== walked.length) continue;
      if (steps.every((step, n) => step.startsWith(':') || step === walked[n])) {
        const params: Record<string, string> = {};
        steps.forEach((step, n) => {
          if (step.startsWith(':')) params[step.slice(1)] = walked[n] ?? '';
        });
        return { route, params };
      }
    }
    return undefined;
  }
}
