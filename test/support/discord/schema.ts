/** Every request, and every answer of the loopback, held against Discord's contract. Without it nothing is said. */
import type { Fields } from './call.ts';
import { Contract, type Operation } from './contract.ts';
import type { RequestRecord } from './records.ts';
import { unknownKeys } from './unknown-keys.ts';

/** Permission bit fields travel as strings, though the document says integer. */
const BIT_FIELDS = new Set(['allow', 'deny', 'permissions', 'default_member_permissions']);
const JSON_TYPE = 'application/json';

/** What the contract has against a request, in words. */
export function contractViolations(request: RequestRecord): string[] {
  const contract = Contract.read();
  if (!contract) return [];
  const operation = contract.operation(request.method, request.route);
  if (!operation) return ['Discord has no such route'];
  if (!request.isServed) return ['the loopback lacks this route'];
  return [...queryViolations(request, operation), ...bodyViolations(contract, request, operation)];
}

/** What the contract has against an answer. */
export function answerViolations(method: string, path: string, status: number, body: unknown): string[] {
  const contract = Contract.read();
  const operation = contract?.operation(method, path);
  if (!contract || !operation) return contract ? ['Discord has no such route'] : [];
  const answer = operation.responses?.[String(status)];
  if (!answer) return [`Discord does not answer ${status} here`];
  if (!answer.content) return body === undefined ? [] : ['Discord answers nothing here'];
  return contract.complaints(body, [
    ...operation.place,
    'responses',
    String(status),
    'content',
    JSON_TYPE,
    'schema',
  ]);
}

function queryViolations(request: RequestRecord, operation: Operation): string[] {
  const known = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  return Object.entries(request.query).flatMap(([name, value]) => {
    const parameter = known.find((it) => it.name === name);
    if (!parameter) return [`the query has “${name}”, which is not in the contract`];
    const isNumber = [parameter.schema.type].flat().includes('integer');
    return isNumber && !/^\d+$/.test(value) ? [`the query's ${name} must be a whole number`] : [];
  });
}

function bodyViolations(
  contract: Contract,
  request: RequestRecord,
  { requestBody, place }: Operation,
): string[] {
  if (!request.hasBody) return [];
  const schema = requestBody?.content?.[JSON_TYPE]?.schema;
  if (!schema) return Object.keys(request.body).length ? ['this route takes no body'] : [];
  const body = withNumericBits(request.body);
  const complaints = contract.complaints(body, [...place, 'requestBody', 'content', JSON_TYPE, 'schema']);
  return [...complaints, ...unknownKeys(body, [schema], contract.schemas)];
}

function withNumericBits(value: Fields): Fields {
  const walk = (it: unknown): unknown => {
    if (Array.isArray(it)) return it.map((inner) => walk(inner));
    if (typeof it !== 'object' || it === null) return it;
    return Object.fromEntries(
      Object.entries(it).map(([key, inner]) => {
        const isBits = BIT_FIELDS.has(key) && typeof inner === 'string' && /^\d+$/.test(inner);
        return [key, isBits ? Number(inner) : walk(inner)];
      }),
    );
  };
  return walk(value) as Fields;
}
