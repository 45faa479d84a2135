export type Fields = Record<string, unknown>;

/** A file of a multipart request. */
export interface SentFile {
  /** `files[0]` */
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly bytes: Uint8Array;
}

/** A request that found its route. The body is as sent; whoever answers checks what it reads, and changes nothing. */
export class Call {
  readonly method: string;
  readonly path: string;
  readonly route: string;
  readonly query: URLSearchParams;
  readonly body: Fields;
  readonly files: readonly SentFile[];
  readonly #params: Readonly<Record<string, string>>;

  constructor(
    given: Pick<Call, 'method' | 'path' | 'route' | 'query' | 'body' | 'files'>,
    params: Record<string, string>,
  ) {
    this.method = given.method;
    this.path = given.path;
    this.route = given.route;
    this.query = given.query;
    this.body = given.body;
    this.files = given.files;
    this.#params = params;
  }

  /** A part of the path by its name in the template. */
  part(name: string): string {
    const value = this.#params[name];
    if (value === undefined) throw new Error(`the route ${this.route} has no part “${name}”`);
    return value;
  }

  /** A number of the query within bounds, or undefined when absent. */
  number(name: string): number | undefined {
    const value = this.query.get(name);
    return value === null ? undefined : Number(value);
  }
}
