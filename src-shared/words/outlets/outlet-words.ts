import { SECRET_FIELD } from '../../domain/outlets/outlet-address.ts';
import { clockDifference } from '../../domain/outlets/clock-offset.ts';
import type { OutletMistake } from '../../domain/outlets/outlet-mistakes.ts';
import { HEARTBEAT_SECONDS, MAX_OUTLETS, OUTLET_LIMITS, type OutletTopic } from '../../domain/outlets/outlet.ts';
import { kindsWith, type OutletKind, type OutletKindWith } from '../../domain/outlets/outlet-kinds.ts';
import { assertNever } from '../../lib/assert-never.ts';
import { exactDurationText } from '../zoned-time-words.ts';

interface OutletKindWords {
  readonly name: string;
  readonly note: string;
  readonly help: string;
  /** Address or path of a typical receiver. */
  readonly example: string;
  readonly emptyTemplate?: string;
}

export const outletKindWords: Readonly<
  Record<OutletKind, OutletKindWords> & Record<OutletKindWith<'template', object>, { readonly emptyTemplate: string }>
> = {
  alertmanager: {
    name: 'Alertmanager',
    note: 'Alerts of Prometheus Alertmanager. /api/v2/alerts is added to the address.',
    help: 'sends alerts (POST /api/v2/alerts is added to the address)',
    example: 'https://alertmanager.example.com:9093',
  },
  cloudevents: {
    name: 'CloudEvents',
    note: 'CloudEvents 1.0 to a webhook. With a secret they are signed as Standard Webhooks describes.',
    help: 'sends CloudEvents 1.0, signed as Standard Webhooks describes if there is a secret',
    example: 'https://hooks.example.com/watchfloor',
  },
  otlp: {
    name: 'OpenTelemetry logs',
    note: 'Experimental: OTLP log events as JSON to a collector. /v1/logs is added to the address.',
    help: 'experimental: sends OTLP log events as JSON (POST /v1/logs is added to the address)',
    example: 'https://collector.example.com:4318',
  },
  template: {
    name: 'Template',
    note: 'A JSON message with your words, for chats such as Mattermost, Slack and Rocket.Chat.',
    help: 'sends a JSON body with your text',
    example: 'https://chat.example.com/hooks/{secret}',
    emptyTemplate: 'Without a template, title, sentence and profile are sent as text.',
  },
  ndjson: {
    name: 'NDJSON file',
    note: 'CloudEvents as lines that are appended to a file on the computer of Watchfloor.',
    help: 'appends lines to a file',
    example: '/var/log/watchfloor/events.ndjson',
  },
  heartbeat: {
    name: 'Heartbeat',
    note: 'Pings while events are received and stored, for a system that notices when they stop.',
    help: 'pings while Watchfloor watches and stores',
    example: 'https://ping.example.com/{secret}',
    emptyTemplate: 'Without a template, the ping is a GET without a body.',
  },
};

export const outletTopicNames: Readonly<Record<OutletTopic, string>> = {
  groups: 'Failure groups',
  signal: 'Watching itself',
  overdue: 'Overdue groups',
};

export function missingViewWords(name: string): string {
  return `The view “${name}” was deleted or cannot be read. Its events wait until it exists again.`;
}

/** Null if the clocks hardly differ; see `clockDifference`. */
export function clockOffsetWords(offsetMs: number | null): string | null {
  const difference = clockDifference(offsetMs);
  if (difference === null) return null;
  const size = exactDurationText(Math.round(Math.abs(difference) / 1_000) * 1_000);
  return `The clock of Watchfloor’s computer is ${size} ${difference < 0 ? 'ahead of' : 'behind'} the receiver’s.`;
}

export interface SecretPlaces {
  readonly secret: string;
  readonly basic: string;
  readonly header: string;
}

export const PAGE_PLACES: SecretPlaces = {
  secret: 'in Secret',
  basic: 'Choose Basic in Send secret as',
  header: 'Choose a header in Send secret as',
};

export function mistakeWords(mistake: OutletMistake, places: SecretPlaces): string {
  switch (mistake.field) {
    case 'name':
      return NAME_WORDS[mistake.kind];
    case 'url':
      if (mistake.kind === 'other-host')
        return `The address leads to ${mistake.host}, which is not what it shows. Enter this host.`;
      return mistake.kind === 'credentials'
        ? `No user and password in the address. ${places.basic}, with USER:PASSWORD as the secret.`
        : URL_WORDS[mistake.kind];
    case 'secret':
      if (mistake.kind === 'missing') return `The address or the header needs the secret: give it ${places.secret}.`;
      if (mistake.kind === 'nowhere')
        return `This kind does not sign. ${places.header}, or put ${SECRET_FIELD} into the address.`;
      return mistake.kind === 'bound'
        ? `The stored secret is bound to the old address and header. Give the secret again ${places.secret}.`
        : SECRET_WORDS[mistake.kind];
    case 'auth':
      return AUTH_WORDS[mistake.kind];
    case 'topics':
      return mistake.kind === 'none'
        ? 'Choose at least one.'
        : `Outlets of this kind take no events of a view. Choose one of: ${EVENT_KINDS}.`;
    case 'template':
      if (mistake.kind === 'unknown-field')
        return `The template has an unknown field {${mistake.name}}. Known: ${mistake.known.join(', ')}.`;
      return TEMPLATE_WORDS[mistake.kind];
    case 'everySeconds':
      return `Expected a whole number from ${HEARTBEAT_SECONDS.min} to ${HEARTBEAT_SECONDS.max}.`;
    default:
      return assertNever(mistake);
  }
}

const EVENT_KINDS = kindsWith(({ sends }) => sends === 'messages')
  .map((kind) => outletKindWords[kind].name)
  .join(', ');

type KindOf<Field extends OutletMistake['field']> = Extract<OutletMistake, { readonly field: Field }>['kind'];

const TEMPLATE_WORDS: Readonly<Record<Exclude<KindOf<'template'>, 'unknown-field'>, string>> = {
  'too-long': `The template is longer than ${OUTLET_LIMITS.template} characters.`,
  'not-json': 'The template is not JSON.',
  'too-deep': 'The lists and objects of the template are too deep in each other. At most 100 are possible.',
  'stray-brace': 'A brace in a text belongs to no field. Write {{ or }} for a brace.',
};

const AUTH_WORDS: Readonly<Record<KindOf<'auth'>, string>> = {
  'not-a-header': 'Expected basic, bearer, or the name of a header, such as X-Api-Key.',
  reserved: 'This header is set already. Choose Authorization (basic or bearer), or the name of another header.',
};

const NAME_WORDS: Readonly<Record<KindOf<'name'>, string>> = {
  empty: 'Enter a name.',
  'too-long': `The name is longer than ${OUTLET_LIMITS.name} characters.`,
  taken: 'There is an outlet with this name. Choose another name, or change that outlet.',
  'too-many': `There are ${MAX_OUTLETS} outlets, and no more are possible.`,
};

const URL_WORDS: Readonly<Record<Exclude<KindOf<'url'>, 'credentials' | 'other-host'>, string>> = {
  'not-an-address': 'Expected an address, such as https://alerts.example.com.',
  scheme: 'Expected https, or http for this computer.',
  'plain-http': 'Plain http is possible only for this computer: others could read it on the way. Use https.',
  'secret-in-host': `${SECRET_FIELD} is possible only in the path or the query.`,
  'too-long': `The address is longer than ${OUTLET_LIMITS.url} characters.`,
  'other-file': 'The name of the file must end with .ndjson or .jsonl, so that no other file is changed.',
  'not-a-path': 'Expected the complete path of a file on the computer of Watchfloor, such as /var/log/turns.ndjson.',
};

const SECRET_WORDS: Readonly<Record<Exclude<KindOf<'secret'>, 'missing' | 'bound' | 'nowhere'>, string>> = {
  'too-long': `The secret is longer than ${OUTLET_LIMITS.secret} characters.`,
  lines: 'The secret has several lines. Is it another file?',
  'not-for-files': 'A file needs no secret.',
  twice: `The secret goes into a header: take ${SECRET_FIELD} out of the address.`,
  'not-basic': 'The secret for Basic must be USER:PASSWORD in one line.',
  'not-in-header': 'The secret does not fit into the header. Give only the token, without spaces around it.',
  'not-signing': 'The secret must be base64 of 24 to 64 bytes, such as: openssl rand -base64 32',
  'changes-address': 'With this secret the address would lead elsewhere. Give only what stands for the braces.',
};
