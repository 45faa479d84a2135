/**
 * The line to the gateway: one WebSocket with requests, answers and events, kept up by reconnecting.
 *
 * A browser can't send an Authorization header with a WebSocket, so the token travels as the subprotocol
 * `bearer.<token>` beside `nightdesk`, which the gateway picks. A refused handshake looks like any other
 * failure to a page; one POST to /rpc tells a wrong token from a desk that is away.
 *
 * @import { Connection, MethodName, ResultOf } from './shapes.js'
 */

const CALL_TIMEOUT_MS = 30_000;
const LONGEST_WAIT_MS = 10_000;

/** What the gateway, or the lack of one, answered. `code` is `disconnected` or `timeout` when it's ours. */
export class GatewayError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = 'GatewayError';
    this.code = code;
  }
}

/** @typedef {ReturnType<typeof createGatewayClient>} GatewayClient */

/**
 * @param {{
 *   token: string,
 *   onConnection: (connection: Connection) => void,
 *   onEvent: (event: string, payload: any) => void,
 * }} wishes
 */
export function createGatewayClient({ token, onConnection, onEvent }) {
  /** @type {WebSocket | undefined} */
  let socket;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let failures = 0;
  let nextId = 1;
  let closed = false;
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void, timer: ReturnType<typeof setTimeout> }>} */
  const waiting = new Map();

  function connect() {
    clearTimeout(timer);
    if (closed) return;
    const address = new URL('/ws', location.href);
    address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
    try {
      socket = new WebSocket(address, ['nightdesk', `bearer.${token}`]);
    } catch {
      return refuse(); // the token has characters that no subprotocol may have
    }
    socket.addEventListener('open', () => {
      failures = 0;
      onConnection('open');
    });
    socket.addEventListener('message', ({ data }) => receive(String(data)));
    socket.addEventListener('close', () => void lost());
  }

  async function lost() {
    socket = undefined;
    for (const call of waiting.values()) {
      clearTimeout(call.timer);
      call.reject(new GatewayError('disconnected', 'The connection to the desk was lost.'));
    }
    waiting.clear();
    if (closed) return;
    onConnection('lost');
    failures++;
    if (await tokenIsWrong()) return refuse();
    const wait = Math.min(LONGEST_WAIT_MS, 300 * 2 ** failures) * (0.75 + Math.random() / 2);
    timer = setTimeout(connect, wait);
  }

  function refuse() {
    closed = true;
    onConnection('refused');
  }

  async function tokenIsWrong() {
    try {
      const answer = await fetch('/rpc', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id: 0, method: 'desk.status', params: {} }),
      });
      return answer.status === 401 || answer.status === 403;
    } catch {
      return false;
    }
  }

  /** @param {string} text */
  function receive(text) {
    const frame = JSON.parse(text);
    if (typeof frame.event === 'string') return onEvent(frame.event, frame.payload);
    const call = waiting.get(frame.id);
    if (!call) return;
    waiting.delete(frame.id);
    clearTimeout(call.timer);
    if (frame.error) call.reject(new GatewayError(String(frame.error.code), String(frame.error.message)));
    else call.resolve(frame.result ?? {});
  }

  const hurry = () => {
    if (!closed && !socket && document.visibilityState === 'visible') connect();
  };
  addEventListener('online', hurry);
  document.addEventListener('visibilitychange', hurry);
  connect();

  return {
    /**
     * Ask the gateway. Rejects with a `GatewayError`; never waits for a connection.
     *
     * @template {MethodName} Name
     * @param {Name} method
     * @param {Record<string, unknown>} [params]
     * @returns {Promise<ResultOf<Name>>}
     */
    call(method, params = {}) {
      return new Promise((resolve, reject) => {
        if (socket?.readyState !== WebSocket.OPEN) {
          return reject(new GatewayError('disconnected', 'Not connected to the desk.'));
        }
        const id = nextId++;
        const timer = setTimeout(() => {
          waiting.delete(id);
          reject(new GatewayError('timeout', `The desk did not answer ${method} in time.`));
        }, CALL_TIMEOUT_MS);
        waiting.set(id, { resolve, reject, timer });
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
  };
}
