/** What a test asks about afterwards: requests, pings, typing, presence. Nothing here changes what happens. */
import type { GatewayPresenceUpdateData } from 'discord-api-types/v10';
import type { Fields, SentFile } from './call.ts';

export interface RequestRecord {
  readonly method: string;
  /** Path below the version, without the query. */
  readonly path: string;
  /** The route's template, `/channels/:channel/messages`, or the path where there is none. */
  readonly route: string;
  /** Whether the loopback has this route at all. */
  readonly isServed: boolean;
  readonly query: Readonly<Record<string, string>>;
  /** The parsed JSON body; of a multipart one its `payload_json`. */
  readonly body: Fields;
  readonly hasBody: boolean;
  readonly files: readonly SentFile[];
  /** `X-Audit-Log-Reason`, as it was sent. */
  readonly reason?: string;
  readonly atMs: number;
  /** Undefined until answered, and when the socket was cut. */
  status: number | undefined;
  /** Whether its action was done, whatever was answered. */
  applied: boolean;
}

export interface Ping {
  readonly messageId: string;
  readonly channelId: string;
  readonly by: string;
  readonly users: readonly string[];
  readonly roles: readonly string[];
  readonly everyone: boolean;
}

export class Records {
  readonly requests: RequestRecord[] = [];
  /** What broke inside the loopback while it answered: a bug of it, or a body that no Discord would read. */
  readonly crashes: unknown[] = [];
  /** Whom messages really notified, mentions as replies. */
  readonly pings: Ping[] = [];
  readonly typing: { readonly channelId: string; readonly atMs: number }[] = [];
  readonly presences: GatewayPresenceUpdateData[] = [];
  /** Close codes and reasons with which the gateway sent clients away, or they left. */
  readonly closes: number[] = [];

  /** The requests of a method, and of a route where one is given. */
  of(method: string, route?: string): RequestRecord[] {
    return this.requests.filter((it) => it.method === method && (route === undefined || it.route === route));
  }
}
