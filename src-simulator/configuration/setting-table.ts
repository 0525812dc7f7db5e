/** States each setting once. The command line (in this order), the file, the control and the types follow from it. */
import * as z from 'zod';
import { capitalized } from '../../src-shared/lib/capitalized.ts';
import { NO_SCENARIO, scenarios } from './scenario-list.ts';

/** `option` is in commander's syntax. A `help` with a capital is also the description in the JSON Schema. */
function setting<Schema extends z.ZodType, const Default = undefined>(
  option: string,
  help: string,
  schema: Schema,
  defaultValue?: Default,
) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without a default the type parameter is undefined
  return { option, help, schema: schema.describe(capitalized(help)), default: defaultValue as Default };
}

const text = z.string().min(1, 'expected a text that is not empty');

const pathPrefix = z
  .string()
  .regex(/^(\/[A-Za-z0-9._~-]+)*$/, 'expected a path such as /api, without a slash at its end')
  .refine((path) => !/^\/control(\/|$)/.test(path), 'expected a path other than that of the control');

const publicUrl = z
  .string()
  .regex(/^https?:\/\/[^/?#@\s]+(\/[^?#\s]*)?$/, 'expected an address such as https://sim.example.com/path')
  .refine((url) => URL.canParse(url), 'expected an address such as https://sim.example.com/path');

function wholeNumber(from: number, to: number) {
  const error = `expected a whole number from ${from} to ${to}`;
  return z.int({ error }).min(from, error).max(to, error);
}

// At 0.00001 a heartbeat takes a month; at 100 000 timers are shorter than 1 ms.
const FACTOR = 'expected a number from 0.00001 to 100000';
const factor = z.number({ error: FACTOR }).min(0.00001, FACTOR).max(100_000, FACTOR);

const time = z.iso
  .datetime({ offset: true, error: 'expected an ISO 8601 time such as 2026-03-01T08:00:00Z' })
  .transform((iso) => Date.parse(iso));

export const settingTable = {
  host: setting('--host <address>', 'address to listen on', text, '127.0.0.1'),
  port: setting('--port <number>', 'TCP port; 0 for any free port', wholeNumber(0, 65_535), 0),
  tlsCert: setting('--tls-cert <file>', 'HTTPS with this certificate (PEM)', text),
  tlsKey: setting('--tls-key <file>', 'the private key of the certificate (PEM)', text),
  publicUrl: setting('--public-url <address>', 'address that clients use, if a proxy is in front', publicUrl),
  basePath: setting('--base-path <path>', 'path prefix of search, permissions and triggers, such as /api', pathPrefix),
  eventsPath: setting('--events-path <path>', 'path prefix of the stream', pathPrefix),
  authPath: setting('--auth-path <path>', 'path prefix of the issuer', pathPrefix),
  scenario: setting(
    '--scenario <name>',
    'scenario to play, see below',
    z.enum([...scenarios.map(({ name }) => name), NO_SCENARIO]),
    'calm-shift',
  ),
  seed: setting('--seed <number>', 'same seed, same fleet and events', wholeNumber(0, 2 ** 32 - 1), 1),
  timeScale: setting('--time-scale <factor>', 'speed of time; 60 makes an hour pass in a minute', factor, 1),
  subscriptions: setting('--subscriptions <number>', 'size of the first fleet', wholeNumber(1, 1_000_000), 250_000),
  secondSubscriber: setting(
    '--second-subscriber <rule>',
    'response to a second subscriber of the domain',
    z.enum(['refuse-409', 'refuse-423', 'refuse-403', 'end-first', 'end-second', 'allow']),
    'refuse-409',
  ),
  itemShape: setting(
    '--item-shape <shape>',
    'shape of the fields in search results',
    z.enum(['nested', 'dotted', 'flat']),
    'nested',
  ),
  detailedMessage: setting(
    '--detailed-message <shape>',
    'JSON as text, or a nested object',
    z.enum(['text', 'object']),
    'text',
  ),
  accessTokens: setting('--access-tokens <format>', 'format of access tokens', z.enum(['jwt', 'opaque']), 'jwt'),
  tokenSeconds: setting(
    '--token-seconds <number>',
    'lifetime of access tokens in seconds of the service',
    wholeNumber(1, 86_400),
    300,
  ),
  pageSize: setting('--page-size <number>', 'items on a page of a search without limit', wholeNumber(1, 100_000), 100),
  maxLimit: setting('--max-limit <number>', 'largest limit of a search', wholeNumber(1, 100_000), 1_000),
  lastPage: setting(
    '--last-page <rule>',
    'what the next of the last page leads to',
    z.enum(['empty-page', 'refuse', 'first-page', 'same-token']),
    'empty-page',
  ),
  startTime: setting(
    '--start-time <time>',
    'start of the simulated time, such as 2026-03-01T08:00:00Z (default: now)',
    time,
  ),
  clock: setting('--clock <kind>', 'manual: time stops until POST /control/advance', z.enum(['system', 'manual'])),
};

/** A missing setting keeps its default. */
export type GivenSettings = {
  readonly [Name in keyof typeof settingTable]?: z.output<(typeof settingTable)[Name]['schema']>;
};
