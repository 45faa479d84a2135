/** A real gateway, and the SDK's own client over streamable HTTP. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openGateway } from '../gateway/open-gateway.ts';
import { httpClient, textOf, tool } from './a-client.ts';

let gateway: Awaited<ReturnType<typeof openGateway>>;
beforeEach(async () => {
  gateway = await openGateway();
});
afterEach(() => gateway.close());

const connect = async (scope?: string) => (await httpClient(gateway.address, gateway.token, scope)).client;

it('lists tools, and calls them', async () => {
  const client = await connect();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('newsroom_status');
  const status = await tool(client, 'desk_status');
  expect(status.isError).toBeUndefined();
  expect(status.structuredContent).toMatchObject({ paused: false });
  expect(JSON.parse(textOf(status))).toEqual(status.structuredContent);
  await client.close();
});
