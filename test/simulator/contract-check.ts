/**
 * Checks real requests, answers and events against the contract files with Ajv (JSON Schema 2020-12). The schemas are
 * closed: a field that the contract does not name is reported, unless the contract allows other fields.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

export type Json = Readonly<Record<string, unknown>>;

const storedContractFile = (name: string) =>
  fileURLToPath(new URL(`../../docs/contract/${name}.json`, import.meta.url));
export const storedContract = (name: string) => JSON.parse(readFileSync(storedContractFile(name), 'utf8')) as Json;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Closes every object schema that does not set `additionalProperties`. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (!isObject(node)) return node;
  const parts = Object.fromEntries(Object.entries(node).map(([name, value]) => [name, closed(value)]));
  const isOpenObject = node['type'] === 'object' && isObject(node['properties']) && !('additionalProperties' in node);
  return isOpenObject ? { ...parts, additionalProperties: false } : parts;
}

export class ContractCheck {
  readonly contract: Json;
  readonly #ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    strictTypes: false,
    strictTuples: false,
    strictRequired: false,
  });
  readonly #checks = new Map<string, ValidateFunction>();

  constructor(contract: Json) {
    this.contract = contract;
    formats.default(this.#ajv);
    this.#ajv.addFormat('base64', /^[A-Za-z0-9+/]*={0,2}$/);
    for (const word of ['x-not-shown', 'x-simulator', 'components', 'paths']) this.#ajv.addKeyword(word);
    // An OpenAPI or AsyncAPI document is not a schema; only its parts are compiled.
    const asSchema = closed(contract) as Json;
    this.#ajv.addSchema({ $id: 'contract:', components: asSchema['components'], ...pathsOf(asSchema) }, 'contract:');
  }

  /**
   * Returns the mistakes of a value as sentences; empty if it matches.
   * @param pointer to the schema, such as `#/components/schemas/Error`
   */
  problems(pointer: string, value: unknown): string[] {
    const check = this.#checkOf(pointer);
    if (check(value)) return [];
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
  }

  /** @throws if the schema is invalid */
  compile(pointer: string): void {
    this.#checkOf(pointer);
  }

  #checkOf(pointer: string): ValidateFunction {
    const found = this.#checks.get(pointer);
    if (found !== undefined) return found;
    const check = this.#ajv.compile({ $ref: `contract:${pointer}` });
    this.#checks.set(pointer, check);
    return check;
  }
}

const pathsOf = ({ paths }: Json) => (paths === undefined ? {} : { paths });

/** Follows a JSON pointer, in which `~1` is a slash (RFC 6901). */
export function at(document: Json, pointer: string): unknown {
  const names = pointer.slice(2).split('/');
  return names.reduce<unknown>((node, name) => {
    const key = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
    return isObject(node) || Array.isArray(node) ? (node as Json)[key] : undefined;
  }, document);
}

export interface Operation {
  /** Pointer to the operation, such as `#/paths/~1control~1emit/post`. */
  readonly pointer: string;
  readonly method: string;
  readonly path: string;
  readonly described: Json;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'];

export function operationsOf(contract: Json): Operation[] {
  return Object.entries((contract['paths'] ?? {}) as Record<string, Json>).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.includes(method))
      .map(([method, described]) => ({
        pointer: `#/paths/${encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'))}/${method}`,
        method,
        path,
        described: described as Json,
      })),
  );
}

/** Sends a request and returns the answer with all differences from the contract. */
export async function checkedRequest(
  check: ContractCheck,
  url: string,
  init: { method?: string; headers?: Record<string, string>; body?: unknown; badRequest?: true } = {},
): Promise<{ operation: string; status: number; body: unknown; headers: Headers; problems: string[] }> {
  const { method = 'GET', headers = {}, body } = init;
  const { pathname } = new URL(url);
  const operation = operationsOf(check.contract).find(
    (found) => found.method === method.toLowerCase() && patternOf(found.path).test(pathname),
  );
  if (operation === undefined) throw new Error(`The contract has no ${method} ${pathname}.`);
  const { pointer, described } = operation;
  const isForm = body instanceof URLSearchParams;
  const problems: string[] = [];
  if (body !== undefined && init.badRequest !== true) {
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    const given = isForm ? Object.fromEntries(body) : body;
    problems.push(
      ...check
        .problems(`${pointer}/requestBody/content/${type.replaceAll('/', '~1')}/schema`, given)
        .map((problem) => `request: ${problem}`),
    );
  }
  const response = await fetch(url, {
    method,
    redirect: 'manual',
    headers: { ...(body !== undefined && !isForm && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const responses = described['responses'] as Record<string, Json>;
  const status = responses[response.status] === undefined ? 'default' : String(response.status);
  const found = responses[status];
  if (found === undefined) problems.push(`answer: the status ${response.status} is not described`);
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
  const content = (found?.['content'] ?? {}) as Json;
  let parsed: unknown = null;
  if (type === 'text/event-stream') await response.body?.cancel();
  else parsed = type === 'application/json' ? await response.json() : await response.text();
  if (type !== '' && found !== undefined && content[type] === undefined)
    problems.push(`answer: ${type} is not described`);
  else if (type === 'application/json')
    problems.push(
      ...check
        .problems(`${pointer}/responses/${status}/content/application~1json/schema`, parsed)
        .map((problem) => `answer ${response.status}: ${problem}`),
    );
  return {
    operation: `${method} ${operation.path}`,
    status: response.status,
    body: parsed,
    headers: response.headers,
    problems,
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
