/**
 * Discord's own OpenAPI document, where the repository's sibling `shared` has it. Validators are compiled when they
 * are first asked for, once in a process.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../data-folder.ts';
import type { Schema } from './unknown-keys.ts';

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

export interface Operation {
  /** Where it stands in the document. */
  readonly place: readonly string[];
  readonly parameters?: readonly { name: string; in: string; schema: { type?: string | string[] } }[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
}

interface Document {
  readonly paths: Record<string, Record<string, Omit<Operation, 'place'>>>;
  readonly components: { readonly schemas: Record<string, Schema> };
}

const DOCUMENT = join(dataFolder, 'discord', 'openapi.json');

export class Contract {
  static #read: Contract | undefined;
  readonly #document: Document;
  readonly #ajv: Ajv2020;
  readonly #paths: ReadonlyMap<string, string>;
  readonly #validators = new Map<string, ValidateFunction>();

  private constructor(document: Document) {
    // Shared parts are compiled once, and as they are: most of a validator's cost is its compilation.
    const thrift = { inlineRefs: false, code: { optimize: false } };
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false, ...thrift });
    addFormats.default(this.#ajv);
    this.#ajv.addFormat('snowflake', true);
    this.#ajv.addFormat('nonce', true);
    this.#ajv.addSchema(document, 'discord');
    this.#document = document;
    this.#paths = new Map(Object.keys(document.paths).map((path) => [shapeOf(path), path]));
  }

  /** Whether the document is here. */
  static get isHere(): boolean {
    return existsSync(DOCUMENT);
  }

  /** The contract, or undefined where the document is absent. */
  static read(): Contract | undefined {
    if (!Contract.isHere) return undefined;
    return (Contract.#read ??= new Contract(JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document));
  }

  get schemas(): Readonly<Record<string, Schema>> {
    return this.#document.components.schemas;
  }

  /** The operation behind a template (`/channels/:channel`) or a path. */
  operation(method: string, route: string): Operation | undefined {
    const path = this.#paths.get(shapeOf(route)) ?? this.#walk(route);
    const verb = method.toLowerCase();
    const found = path === undefined ? undefined : this.#document.paths[path]?.[verb];
    return found && path !== undefined ? { ...found, place: ['paths', path, verb] } : undefined;
  }

  /** What a value has against the schema at a place of the document, in words. */
  complaints(value: unknown, place: readonly string[]): string[] {
    const steps = place.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')));
    const reference = `discord#/${steps.join('/')}`;
    let validate = this.#validators.get(reference);
    if (!validate) this.#validators.set(reference, (validate = this.#ajv.compile({ $ref: reference })));
    if (validate(value)) return [];
    // That no alternative fits says little; why each does not, says it.
    const errors = (validate.errors ?? []).filter(
      ({ keyword }) => keyword !== 'oneOf' && keyword !== 'anyOf',
    );
    return [...new Set(errors.map((it) => `${it.instancePath || 'the body'} ${it.message ?? ''}`))];
  }

  #walk(path: string): string | undefined {
    const walked = path.split('/');
    return Object.keys(this.#document.paths).find((known) => {
      const steps = known.split('/');
      return steps.length === walked.length && steps.every((it, n) => it.startsWith('{') || it === walked[n]);
    });
  }
}

/** `/channels/:channel/messages` and `/channels/{channel_id}/messages` have one shape. */
function shapeOf(path: string): string {
  return path.replace(/:[a-z]+|\{\w+\}/g, '*');
}
