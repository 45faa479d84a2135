import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { PROCESS_HEADER } from '../client/process-at.ts';
import type { Auth, Headers, Refusal } from './auth.ts';
import type { DeskMetrics } from './desk-metrics.ts';
import { SAFE_HEADERS, readPage } from './pages.ts';
import type { Rpc } from '../rpc/rpc.ts';
import { FRAME_CAP_BYTES } from './socket.ts';

interface WebDeps {
  readonly auth: Auth;
  readonly rpc: Rpc;
  /** MCP over streamable HTTP. */
  readonly mcp: (request: Request) => Promise<Response>;
  /** The folder of the console's pages. */
  readonly web: string;
  readonly ready: () => boolean;
  readonly metrics: Pick<DeskMetrics, 'read'>;
  readonly failed: (what: string, error: unknown) => void;
}

/** The gateway over HTTP: calls, health, metrics and the console's pages. */
export function webApp({ auth, rpc, mcp, web, ready, metrics, failed }: WebDeps): Hono {
  const app = new Hono();
  const refuse = ({ status, code, message }: Refusal): Response =>
    Response.json({ id: null, error: { code, message } }, { status, headers: SAFE_HEADERS });

  app.use(async (c, next) => {
    const refusal = auth.checkHost(headersOf(c.req.raw));
    if (refusal) return refuse(refusal);
    await next();
    for (const [name, value] of Object.entries(SAFE_HEADERS)) c.res.headers.set(name, value);
    return undefined;
  });
  app.on('ALL', ['/rpc', '/mcp'], async (c, next) => {
    const headers = headersOf(c.req.raw);
    const refusal = auth.checkOrigin(headers) ?? auth.checkBearer(headers);
    if (refusal) return refuse(refusal);
    return next();
  });
  // The rest of such a body isn't read, so the connection can't be reused.
  app.use(
    '/rpc',
    bodyLimit({ maxSize: FRAME_CAP_BYTES, onError: (c) => c.json(tooLarge, 413, { connection: 'close' }) }),
  );
  app.post('/rpc', async (c) => {
    const answer = await rpc.answer(await c.req.text());
    const broken = 'error' in answer && answer.error.code === 'bad_frame';
    return c.json(answer, broken ? 400 : 200);
  });
  app.all('/rpc', (c) => c.json({ id: null, error: { code: 'bad_frame', message: 'POST a frame' } }, 405));

  app.all('/mcp', (c) => mcp(c.req.raw));

  app.get('/healthz', (c) => c.text('ok', 200, { [PROCESS_HEADER]: String(process.pid) }));
  app.get('/readyz', (c) => (ready() ? c.text('ready') : c.text('not ready', 503)));
  app.get('/metrics', async (c) => {
    const refusal = auth.checkBearer(headersOf(c.req.raw));
    if (refusal) return refuse(refusal);
    const { text, type } = await metrics.read();
    return c.body(text, 200, { 'content-type': type });
  });
  app.get('*', async (c) => {
    const page = await readPage(web, c.req.path);
    if (!page) return c.notFound();
    if (c.req.header('if-none-match') === page.headers['etag']) return c.body(null, 304, page.headers);
    return c.body(page.content, 200, page.headers);
  });
  app.notFound((c) => c.text('there is nothing here', 404));
  app.onError((error, c) => {
    failed(`${c.req.method} ${c.req.path}`, error);
    return c.json(
      { id: null, error: { code: 'internal', message: 'the gateway failed; its log says why' } },
      500,
    );
  });
  return app;
}

const tooLarge = {
  id: null,
  error: { code: 'bad_frame', message: `the body is too large; allowed: ${FRAME_CAP_BYTES} bytes` },
};

function headersOf(request: Request): Headers {
  return { get: (name) => request.headers.get(name) ?? undefined };
}
