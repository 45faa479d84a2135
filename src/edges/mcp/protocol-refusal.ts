import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';

const NO_RESOURCE = -32002;

/** A request that the protocol answers with an error. A tool's refusal is a result instead. */
export class ProtocolRefusal extends Error {
  override readonly name = 'ProtocolRefusal';
  /** JSON-RPC's, or MCP's own. */
  readonly code: number;
  readonly data?: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    if (data !== undefined) this.data = data;
  }
}

/** JSON-RPC's "invalid params". */
export function badParams(message: string): ProtocolRefusal {
  return new ProtocolRefusal(ErrorCode.InvalidParams, message);
}

/** MCP's "resource not found". */
export function noResource(uri: string): ProtocolRefusal {
  return new ProtocolRefusal(NO_RESOURCE, `there is no resource ${uri}`, { uri });
}
