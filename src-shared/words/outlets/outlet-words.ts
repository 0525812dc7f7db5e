/** Words for outlets: what their kinds and topics are called, and the sentences of mistakes in their settings. */
import { SECRET_FIELD } from '../../domain/outlets/outlet-address.ts';
import { clockDifference } from '../../domain/outlets/clock-offset.ts';
import type { OutletMistake } from '../../domain/outlets/outlet-mistakes.ts';
import {
  HEARTBEAT_SECONDS,
  MAX_OUTLETS,
  OUTLET_LIMITS,
  type OutletKind,
  type OutletTopic,
} from '../../domain/outlets/outlet.ts';
import { assertNever } from '../../lib/assert-never.ts';
import { exactDurationText } from '../zoned-time-words.ts';

export const outletKindNames: Readonly<Record<OutletKind, string>> = {
  alertmanager: 'Alertmanager',
  cloudevents: 'CloudEvents',
  template: 'Template',
  ndjson: 'NDJSON file',
  heartbeat: 'Heartbeat',
};

export const outletTopicNames: Readonly<Record<OutletTopic, string>> = {
  groups: 'Failure groups',
  signal: 'Watching itself',
  overdue: 'Overdue groups',
};

export function missingViewWords(name: string): string {
  return `The view “${name}” was deleted or cannot be read. Its events wait until it exists again.`;
}

/**
 * "The clock of Watchfloor's computer is 11 m ahead of the receiver's."
 * @param offsetMs as for `clockDifference` @returns null if they hardly differ
 */
export function clockOffsetWords(offsetMs: number | null): string | null {
  const difference = clockDifference(offsetMs);
  if (difference === null) return null;
  const size = exactDurationText(Math.round(Math.abs(difference) / 1_000) * 1_000);
  return `The clock of Watchfloor’s computer is ${size} ${difference < 0 ? 'ahead of' : 'behind'} the receiver’s.`;
}

/** @param secretPlace where the user gives the secret: "in Secret" */
export function mistakeWords(mistake: OutletMistake, secretPlace: string): string {
  switch (mistake.field) {
    case 'name':
      return NAME_WORDS[mistake.kind];
    case 'url':
      return mistake.kind === 'credentials'
        ? `No user and password in the address: give the secret ${secretPlace}.`
        : URL_WORDS[mistake.kind];
    case 'secret':
      if (mistake.kind === 'missing') return `The address contains ${SECRET_FIELD}: give it ${secretPlace}.`;
      return mistake.kind === 'bound'
        ? `The stored secret is bound to the old address. Give the secret again ${secretPlace}.`
        : SECRET_WORDS[mistake.kind];
    case 'topics':
      return mistake.kind === 'none'
        ? 'Choose at least one.'
        : 'Alertmanager and a heartbeat take no events of a view. Choose CloudEvents, a template or a file.';
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

type KindOf<Field extends OutletMistake['field']> = Extract<OutletMistake, { readonly field: Field }>['kind'];

const TEMPLATE_WORDS: Readonly<Record<Exclude<KindOf<'template'>, 'unknown-field'>, string>> = {
  'too-long': `The template is longer than ${OUTLET_LIMITS.template} characters.`,
  'not-json': 'The template is not JSON.',
  'too-deep': 'The lists and objects of the template are too deep in each other. At most 100 are possible.',
  'stray-brace': 'A brace in a text belongs to no field. Write {{ or }} for a brace.',
};

const NAME_WORDS: Readonly<Record<KindOf<'name'>, string>> = {
  empty: 'Enter a name.',
  'too-long': `The name is longer than ${OUTLET_LIMITS.name} characters.`,
  taken: 'There is an outlet with this name. Choose another name, or change that outlet.',
  'too-many': `There are ${MAX_OUTLETS} outlets, and no more are possible.`,
};

const URL_WORDS: Readonly<Record<Exclude<KindOf<'url'>, 'credentials'>, string>> = {
  'not-an-address': 'Expected an address, such as https://alerts.example.com.',
  scheme: 'Expected https, or http for this computer.',
  'plain-http': 'Plain http is possible only for this computer: others could read it on the way. Use https.',
  'secret-in-host': `${SECRET_FIELD} is possible only in the path or the query.`,
  'too-long': `The address is longer than ${OUTLET_LIMITS.url} characters.`,
  'other-file': 'The name of the file must end with .ndjson or .jsonl, so that no other file is changed.',
  'not-a-path': 'Expected the complete path of a file on the computer of Watchfloor, such as /var/log/turns.ndjson.',
};

const SECRET_WORDS: Readonly<Record<Exclude<KindOf<'secret'>, 'missing' | 'bound'>, string>> = {
  'too-long': `The secret is longer than ${OUTLET_LIMITS.secret} characters.`,
  lines: 'The secret has several lines. Is it another file?',
  'not-for-files': 'A file needs no secret.',
  'only-in-address': `This kind does not sign: a secret belongs into the address, as ${SECRET_FIELD}.`,
  'not-signing': 'The secret must be base64 of 24 to 64 bytes, such as: openssl rand -base64 32',
  'changes-address': 'With this secret the address would lead elsewhere. Give only what stands for the braces.',
};
