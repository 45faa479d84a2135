/** How the loopback Gemini answers when it doesn't reply: Google's errors, and everything that servers do besides. */
import type { ServerResponse } from 'node:http';
import { errorBody, limitBody, retryInfo } from './loopback-gemini-script.ts';
import type { GeminiFault } from './loopback-gemini-script.ts';

export const JSON_TYPE = 'application/json; charset=UTF-8';
export const STREAM = { 'content-type': 'text/event-stream' };

export function fail(fault: GeminiFault, model: string, response: ServerResponse): void {
  switch (fault.kind) {
    case 'per_minute':
    case 'per_day':
    case 'exhausted': {
      const { body, retryAfter } = limitBody(fault, model);
      return send(
        response,
        429,
        JSON_TYPE,
        body,
        retryAfter === undefined ? {} : { 'retry-after': retryAfter },
      );
    }
    case 'error': {
      const { code, status, message, retryMs } = fault;
      const details = retryMs === undefined ? [] : [retryInfo(retryMs)];
      return send(response, code, JSON_TYPE, errorBody(code, status, message, details));
    }
    case 'error_in_stream':
      response.writeHead(200, STREAM);
      response.write(textChunk('The ferry'));
      response.end(`data: ${errorBody(fault.code, fault.status, fault.message)}\r\n\r\n`);
      return;
    case 'raw':
      return send(response, fault.status, fault.type, fault.body, fault.headers);
    case 'raw_stream':
      response.writeHead(200, STREAM);
      response.end(fault.body);
      return;
    case 'hangs_up':
      response.destroy();
      return;
    case 'never_answers':
      return;
    case 'breaks_off':
      response.writeHead(200, STREAM);
      response.write(textChunk(fault.after), () => response.destroy());
      return;
    case 'falls_silent':
      response.writeHead(200, STREAM);
      response.write(textChunk(fault.after));
      return;
  }
}

function textChunk(text: string): string {
  const chunk = { candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0 }] };
  return `data: ${JSON.stringify(chunk)}\r\n\r\n`;
}

/** In Google's form. */
export function refuse(response: ServerResponse, code: number, status: string, message: string): void {
  send(response, code, JSON_TYPE, errorBody(code, status, message));
}

export function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': type, ...headers });
  response.end(body);
}
